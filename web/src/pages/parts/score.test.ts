import { beforeEach, expect, it } from 'vitest';
import { cellOf, costInHundredths, inHundredths, millionths, Score, type Decided } from './score';

const decided = (cost: string, more: Partial<Decided> = {}): Decided => ({ kind: 'hard', held: '16', up: 'T', choice: 'stand', best: 'draw', cost: millionths(cost), ...more });

beforeEach(() => sessionStorage.clear());

it('counts decisions, the best among them, and what the others cost', () => {
  const score = ['0.000000', '0.149818', '0.000000', '0.101442'].reduce((sum, cost) => sum.with(decided(cost)), new Score());
  expect([score.decisions, score.best, score.cost]).toEqual([4, 2, 0.25126]);
});

it('takes the smallest cost for one', () => {
  expect(new Score().with(decided('0.000001')).best).toBe(0);
});

it('is kept while the tab is open', () => {
  new Score().with(decided('0.2'));
  expect(Score.kept().all).toEqual([decided('0.2')]);
  sessionStorage.setItem('croupier.decisions', 'nonsense');
  expect(Score.kept().decisions).toBe(0);
});

it('puts like mistakes together, the dearest first, and finds them on the chart', () => {
  const eleven = { held: '11', up: '6', choice: 'draw', best: 'double' };
  const score = [decided('0.05'), decided('0.3', eleven), decided('0.06'), decided('0', { choice: 'draw' })].reduce((sum, each) => sum.with(each), new Score());
  expect(score.mistakes.map(({ decided: { held }, times, cost }) => [held, times, cost.toFixed(2)])).toEqual([
    ['11', 1, '0.30'],
    ['16', 2, '0.11'],
  ]);
  expect([score.at('hard', '16', 'T'), score.at('hard', '16', '9')]).toEqual([{ right: 1, wrong: 2 }, { right: 0, wrong: 0 }]);
});

it('names a hand as the chart does', () => {
  const cards = (...ranks: string[]) => ranks.map((rank) => ({ rank }));
  expect(cellOf({ total: 16, is_soft: false, cards: cards('K', '6') }, 'Q', false)).toEqual({ kind: 'hard', held: '16', up: 'T' });
  expect(cellOf({ total: 18, is_soft: true, cards: cards('A', '7') }, 'A', false)).toEqual({ kind: 'soft', held: '18', up: 'A' });
  expect(cellOf({ total: 20, is_soft: false, cards: cards('J', 'J') }, '6', true)).toEqual({ kind: 'pairs', held: 'TT', up: '6' });
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
