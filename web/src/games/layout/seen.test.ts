import { expect, it } from 'vitest';
import type { LayoutView, Settled } from '../../api/types';
import { seenIn } from './seen';

const RED = { player: 'me', position: { kind: 'red', numbers: [] }, stake: 500, chips: 'value' };
const SEVENTEEN = { player: 'me', position: { kind: 'straight up', numbers: [17] }, stake: 1000, chips: 'value' };

function line(wager: unknown, outcome: string, pays: number): Settled {
  return { wager, outcome, pays, rule: { clause: 'D8 3.9', ruling: null }, reason: '' } as unknown as Settled;
}

function view(more: Partial<Record<keyof LayoutView, unknown>>): LayoutView {
  return { betting: true, wagers: [], settled: [], lit: [], result: null, ...more } as unknown as LayoutView;
}

it('before the result the chips lie where they were put, and nothing is lit', () => {
  const seen = seenIn(view({ wagers: [RED, SEVENTEEN] }));
  expect(seen.stacks.map((each) => [each.key, each.stake])).toEqual([['red', 500], ['straight up 17', 1000]]);
  expect([seen.lit, seen.isPaid, seen.dolly]).toEqual([[], false, null]);
});

it('when all is paid the winning chips are left, with what they won', () => {
  const settled = [line(RED, 'lose', 0), line(SEVENTEEN, 'win', 35_000)];
  const seen = seenIn(view({ result: '17 black', lit: ['17', 'black'], settled }));
  expect(seen.stacks.map((each) => each.key)).toEqual(['straight up 17']);
  expect([seen.lit, seen.lines, seen.isPaid, seen.dolly]).toEqual([['17', 'black'], settled, true, 17]);
});

it('a live table that has not collected yet still has every chip', () => {
  const seen = seenIn(view({ betting: false, result: '17 black', lit: ['17'], wagers: [RED, SEVENTEEN] }));
  expect([seen.stacks.length, seen.isPaid, seen.dolly]).toEqual([2, false, 17]);
});

it('the last result is past when the next wagers lie there', () => {
  const seen = seenIn(view({ result: '17 black', lit: ['17'], wagers: [RED] }));
  expect([seen.lit, seen.dolly]).toEqual([[], null]);
});
