import { expect, it } from 'vitest';
import type { Settled } from '../api/types';
import { railOf } from './bets.svelte';
import { clauseOf } from './clause';
import { keyOf, netOf } from './positions';

it('the rail begins at the smallest wager and holds six chips', () => {
  expect(railOf(50, 500, 50_000)).toEqual([500, 1000, 2500, 5000, 10_000, 25_000]);
  expect(railOf(50, 50, 50_000)).toEqual([50, 100, 250, 500, 1000, 2500]);
});

it('the rail of a colour has multiples of its chip only', () => {
  expect(railOf(50, 1000, 50_000, 1000)).toEqual([1000, 5000, 10_000, 25_000, 50_000]);
});

it('a position has one name, wherever it comes from', () => {
  expect([keyOf({ kind: 'red' }), keyOf({ kind: 'red', numbers: [] }), keyOf({ kind: 'split', numbers: [17, 20] })]).toEqual(['red', 'red', 'split 17-20']);
});

it('what one won is what was paid, and what one lost the stakes of losing lines', () => {
  const line = (player: string, stake: number, outcome: 'win' | 'lose' | 'void', pays: number): Settled => ({
    wager: { player, position: { kind: 'red', numbers: [] }, stake, chips: 'value' },
    outcome,
    pays,
    rule: { clause: 'D8 3.9', ruling: null },
    reason: '',
  });
  const lines = [line('me', 500, 'win', 17_500), line('me', 1000, 'lose', 0), line('me', 700, 'void', 0), line('other', 500, 'lose', 0)];
  expect(netOf(lines, 'me')).toEqual({ staked: 2200, won: 17_500, net: 16_500, count: 3 });
});

it('a clause is told from its ruling, and from the rules of the house', () => {
  expect(['D8 3.1(b) (R3)', 'D8 3.10', 'D8 Appendix 3', 'house: pace'].map(clauseOf)).toEqual(['D8 3.1(b)', 'D8 3.10', 'D8 Appendix 3', '']);
});
