/** The form for a tally that was miscounted: it begins with what stands, and asks for nothing before it has a reason. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import type { Act, Offer } from '../../api/types';
import CorrectTally from './CorrectTally.svelte';
import type { DirectorDesk } from './desk.svelte';

const TALLY = {
  rounds: 10,
  minimum: 500,
  counts: [
    { player: 'pana', chips: 90_000, fell: 0, disqualified: false, ground: '' },
    { player: 'pben', chips: 0, fell: 4, disqualified: false, ground: '' },
  ],
};
let shown: Record<string, unknown> | undefined;
let made: Act | null = null;

afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.replaceChildren();
});

function open(desk: unknown): void {
  const offers = [{ act: 'correct tally', role: 'tournament director', fields: { session: { choices: [3] } } }] as unknown as Offer[];
  const onchange = (act: Act | null) => {
    made = act;
  };
  shown = mount(CorrectTally, { target: document.body, props: { desk: desk as DirectorDesk, offers, onchange } });
  flushSync();
}
function type(input: HTMLInputElement, text: string): void {
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}
function inputs(): HTMLInputElement[] {
  return [...document.querySelectorAll('input')];
}

for (const [where, desk] of [
  ['this stage', { shown: { view: { sessions: [{ number: 3, tally: TALLY }] } }, work: { last_stage: [] }, nameOf: (id: string) => id }],
  ['the stage that is over', { shown: { view: { sessions: [] } }, work: { last_stage: [{ number: 3, tally: TALLY }] }, nameOf: (id: string) => id }],
] as const) {
  it(`begins with the figures of a session of ${where}, and makes the act of what is written`, () => {
    open(desk);
    expect(inputs().map((each) => each.value)).toEqual(['10', '900', '', '0', '4', '']);
    expect(made).toBeNull();
    const [, chips, , , , reason] = inputs() as [HTMLInputElement, HTMLInputElement, HTMLInputElement, HTMLInputElement, HTMLInputElement, HTMLInputElement];
    type(reason, 'a stack was overlooked');
    type(chips, '950.50');
    expect(made).toEqual({
      act: 'correct tally',
      session: 3,
      tally: { ...TALLY, counts: [{ ...TALLY.counts[0], chips: 95_050 }, TALLY.counts[1]] },
      reason: 'a stack was overlooked',
    });
    type(chips, 'many');
    expect(made).toBeNull();
  });
}
