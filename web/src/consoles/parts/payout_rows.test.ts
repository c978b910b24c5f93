import { expect, test } from 'vitest';
import { kindOf, rowsOf } from './payout_rows';
import type { PayoutLine, Work } from './types';

const chips = (count: number, value: number, colour = '') => ({ count, value, colour });

function line(player: string, kind: string, numbers: number[], hand: number, state: string, stake: number, pays: number, cut: ReturnType<typeof chips>[]): PayoutLine {
  return { player, position: { kind, numbers }, hand, chips: 'value', stake, odds: '1 to 1', state, pays, cut, rule: null } as unknown as PayoutLine;
}

function sheet(...players: { player: string; colour: string; cut?: ReturnType<typeof chips>[]; lines: PayoutLine[] }[]): NonNullable<Work['payouts']> {
  return { players, losers: [], pays: 0, may_win: 0, collects: 0 } as unknown as NonNullable<Work['payouts']>;
}

test('each hand of blackjack is a row, with its double, and the chips of both', () => {
  const made = sheet({
    player: 'cy',
    colour: '',
    lines: [
      line('cy', 'box', [3], 1, 'pay', 1500, 1500, [chips(1, 1000), chips(1, 500)]),
      line('cy', 'double a', [3], 1, 'pay', 1500, 1500, [chips(1, 1000), chips(1, 500)]),
      line('cy', 'split b', [3], 2, 'pay', 1500, 1500, [chips(1, 1000), chips(1, 500)]),
      line('cy', 'box', [4], 1, 'stands off', 1500, 0, []),
    ],
  });
  expect(rowsOf(made, ['pay'], true).map(({ box, hand, pays, cut }) => ({ box, hand, pays, cut }))).toEqual([
    { box: 3, hand: 1, pays: 3000, cut: [chips(2, 1000), chips(2, 500)] },
    { box: 3, hand: 2, pays: 1500, cut: [chips(1, 1000), chips(1, 500)] },
  ]);
  expect(rowsOf(made, ['stands off'], true).map(({ box }) => box)).toEqual([4]);
  expect(made.players[0]?.lines.map(kindOf)).toEqual(['box', 'double', 'split', 'box']);
});

test('at a layout each player is a row, and the server cuts the chips of all wagers as one', () => {
  const cut = [chips(8, 200, 'mint'), chips(1, 200)];
  const made = sheet({
    player: 'ben',
    colour: 'mint',
    cut,
    lines: [line('ben', 'dozen', [2], 0, 'pay', 800, 1600, [chips(8, 200, 'mint')]), line('ben', 'red', [], 0, 'pay', 200, 200, [chips(1, 200)])],
  });
  expect(rowsOf(made, ['pay'], false)).toMatchObject([{ box: 0, hand: 0, pays: 1800, colour: 'mint', cut }]);
});
