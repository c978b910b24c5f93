import { expect, it } from 'vitest';
import { costInHundredths, inHundredths, Score } from './score';

it('counts decisions, the best among them, and what the others cost', () => {
  const score = ['0.000000', '0.149818', '0.000000', '0.101442'].reduce((sum, cost) => sum.with(cost), new Score());
  expect([score.decisions, score.best, score.cost]).toEqual([4, 2, 0.25126]);
});

it('takes the smallest cost for one', () => {
  expect(new Score().with('0.000001').best).toBe(0);
});

it.each([
  ['-0.463807', '-46.38%'],
  ['0.031000', '+3.10%'],
  ['0.000000', '0.00%'],
])('%s of the wager is %s', (value, shown) => {
  expect(inHundredths(value)).toBe(shown);
});

it('shows a cost without a sign', () => {
  expect(costInHundredths('0.149818')).toBe('14.98%');
});
