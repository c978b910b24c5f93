/** The form of an act: a time for a wager is written in seconds, the time of a sign in minutes, twenty as the rules want. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import type { Act } from '../../api/types';
import OfferForm from './OfferForm.svelte';

const HOUR = 3600;
let shown: Record<string, unknown> | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.replaceChildren();
});

function formOf(act: string, fields: Record<string, unknown>): { field: HTMLInputElement; made: () => Act | null } {
  let made: Act | null = null;
  const offers = [{ act, role: 'operator', fields: fields as never }];
  shown = mount(OfferForm, { target: document.body, props: { act, offers, scene: { game: { game: 'blackjack' }, nameOf: String } as never, onchange: (each: Act | null) => (made = each) } });
  flushSync();
  return { field: document.querySelector('input') as HTMLInputElement, made: () => made };
}
function type(field: HTMLInputElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}

test('the time for a wager is in seconds', () => {
  const { field, made } = formOf('set time', { seconds: { lowest: 5, highest: HOUR, step: 1 } });
  type(field, '25');
  expect(made()).toEqual({ act: 'set time', seconds: 25 });
});

test('a sign is posted twenty minutes ahead, or as many as are written', () => {
  const sign = { minimum: 1000, maximum: 20_000 };
  const { field, made } = formOf('post limits', { seconds: { lowest: 0, highest: 24 * HOUR, step: 1 }, sign: { choices: [sign] } });
  expect(made()).toEqual({ act: 'post limits', seconds: 20 * 60, sign });
  expect(field.value).toBe('20');
  type(field, '45');
  expect(made()).toEqual({ act: 'post limits', seconds: 45 * 60, sign });
});
