import { expect, it } from 'vitest';
import { lastSitting, pointsOf, runningNet } from './balance';

const round = (time: number, staked: number, returned: number) => ({ time, staked, returned });
const MINUTE = 60;
/** The newest first, as the server has them. */
const ROUNDS = [round(200 * MINUTE, 500, 1000), round(190 * MINUTE, 500, 0), round(10 * MINUTE, 500, 3500), round(0, 500, 0)];

it('adds up round by round, from nothing', () => {
  expect(runningNet(ROUNDS)).toEqual([0, -500, 2500, 2000, 2500]);
  expect(runningNet([])).toEqual([0]);
});

it('takes for a sitting what has no long pause in it', () => {
  expect(lastSitting(ROUNDS)).toEqual({ count: 2, staked: 1000, returned: 1000, net: 0, seconds: 600, best: 500, worst: -500 });
  expect(lastSitting(ROUNDS.slice(2))).toEqual({ count: 2, staked: 1000, returned: 3500, net: 2500, seconds: 600, best: 3000, worst: -500 });
  expect(lastSitting([])).toBe(null);
});

it('draws the line in its box, with nothing where it belongs', () => {
  expect(pointsOf([0, -500, 500], 100, 40)).toEqual({ points: '0.0,20.0 50.0,40.0 100.0,0.0', zero: 20 });
  expect(pointsOf([0], 100, 40)).toEqual({ points: '0.0,0.0', zero: 0 });
});
