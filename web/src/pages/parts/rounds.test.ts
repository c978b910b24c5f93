import { expect, it } from 'vitest';
import { addressOf, endingOf, settledNet, sorted, sumsOf } from './rounds';
import type { MyRound } from './types';

const round = (game: string, staked: number, returned: number) => ({ game, staked, returned }) as MyRound;
const ROUNDS = [round('roulette', 1000, 0), round('roulette', 500, 18000), round('tai-sai', 500, 500)];

it('says how a round ended for oneself', () => {
  expect(ROUNDS.map(endingOf)).toEqual(['lost', 'won', 'even']);
});

it('adds up what went in and what came back', () => {
  expect(sumsOf(ROUNDS)).toEqual({ count: 3, staked: 2000, returned: 18500, net: 16500 });
  expect(sumsOf([])).toEqual({ count: 0, staked: 0, returned: 0, net: 0 });
});

it('sorts out by game and by ending, and by both', () => {
  expect(sorted(ROUNDS, '', '')).toHaveLength(3);
  expect(sorted(ROUNDS, 'roulette', '')).toHaveLength(2);
  expect(sorted(ROUNDS, 'roulette', 'lost')).toEqual([ROUNDS[0]]);
  expect(sorted(ROUNDS, 'blackjack', '')).toEqual([]);
});

it('gives every round one address', () => {
  expect(addressOf('t-roulette-1', 7)).toBe('/tables/t-roulette-1/rounds/7');
});

it('gives a stake back unless it is lost', () => {
  const lines = [
    { stake: 1000, outcome: 'win', pays: 35000 },
    { stake: 1000, outcome: 'lose', pays: 0 },
    { stake: 500, outcome: 'stand off', pays: 0 },
    { stake: 500, outcome: 'void', pays: 0 },
  ];
  expect(settledNet(lines)).toEqual({ count: 4, staked: 3000, returned: 37000, net: 34000 });
});
