/** The director's confirmation, on a line that is slower than two clicks, and what it says of a table whose session ends. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DirectorDesk, type Doing } from './desk.svelte';
import DoDialog from './DoDialog.svelte';

const OFFERS = [{ act: 'set tables', role: 'tournament director', fields: {} }] as unknown as Doing['offers'];
const NOTHING = { phase: 'play', starts: null, entries: [], sessions: [], moved: [] };
const PAUSE = 200;
let answers: Record<string, unknown>;
let asked: string[];
let shown: Record<string, unknown> | undefined;

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (address: string, { method }: { method: string }) => {
    const request = `${method} ${address.replace('/api/v1', '')}`;
    asked.push(request);
    return request in answers ? new Response(JSON.stringify(answers[request])) : new Response('{}', { status: 404 });
  });
});
afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.replaceChildren();
});

async function settle(milliseconds = 0): Promise<void> {
  await new Promise((done) => setTimeout(done, milliseconds));
  flushSync();
}
async function open(table: string): Promise<HTMLButtonElement> {
  const doing: Doing = { act: 'set tables', offers: OFFERS, table };
  shown = mount(DoDialog, { target: document.body, props: { desk: new DirectorDesk('cup'), doing, onclose: () => {} } });
  flushSync();
  await settle(PAUSE);
  const button = document.querySelector<HTMLButtonElement>('[data-testid=do-confirm]') as HTMLButtonElement;
  expect(button.disabled).toBe(false);
  return button;
}
function done(): number {
  return asked.filter((each) => each.endsWith('/acts')).length;
}

it('two quick confirmations do not pass over what has changed meanwhile', async () => {
  const consider = 'POST /tournaments/cup/consider';
  answers = { [consider]: { number: 1, lines: [], change: { ...NOTHING, pool: 6000 } }, 'POST /tournaments/cup/acts': {} };
  const button = await open('');
  answers[consider] = { number: 2, lines: [], change: { ...NOTHING, pool: 4000 } };
  button.click();
  button.click();
  flushSync();
  expect(button.disabled).toBe(true);
  await settle();
  await settle();
  expect(done()).toBe(0);
  expect(document.querySelector('.does')?.textContent).toContain('Something has changed');
  expect([button.disabled, document.activeElement === button]).toEqual([false, true]);
  button.click();
  await settle();
  await settle();
  expect(done()).toBe(1);
});

it('tells of wagers and chips at the table where its session ends, too', async () => {
  const view = { settled: [], stacks: [], ended: null, is_open: true, sign: { minimum: 500, maximum: 5000 }, limits: null, closing: null };
  const wager = { player: 'Ana', position: { kind: 'box', numbers: [1] }, stake: 1000, chips: 'value' };
  answers = {
    'GET /tables/t1': { number: 4, view },
    'POST /tables/t1/consider': {
      number: 4,
      lines: [],
      view: { ...view, ended: 'D7 5.12' },
      settled: [{ wager, outcome: 'void', pays: 0, rule: { clause: 'D7 5.12', ruling: null }, reason: '' }],
      moved: [{ debit: 'chips:layout:t1', credit: 'chips:stack:t1:Ana', amount: 1000 }],
      awaits: [],
      tournament: { ...NOTHING, pool: 6000 },
    },
  };
  await open('t1');
  const told = document.querySelector('[data-testid=outlook]')?.textContent;
  expect(told).toMatch(/Ana, .*\$10\.00/);
  expect(told).toContain('Ana +$10.00');
});
