import { expect, it } from 'vitest';
import { evennessOf, tail } from './statistics';

const counts = (red: number, black: number) => [
  { name: 'red', count: red },
  { name: 'black', count: black },
];

it('the tail is that of the printed tables', () => {
  for (const [square, share] of [[0, 1], [0.455, 0.5], [1.642, 0.2], [2.706, 0.1], [3.841, 0.05], [6.635, 0.01]] as const) {
    expect(tail(square)).toBeCloseTo(share, 3);
  }
});

it('twelve reds and eight blacks are nothing out of the way', () => {
  expect(evennessOf(counts(12, 8))).toMatchObject({ red: 12, black: 8, square: 0.8 });
  expect(evennessOf(counts(12, 8))?.share).toBeCloseTo(0.3711, 3);
});

it('of a few spins nothing is said', () => {
  expect(evennessOf(counts(9, 0))).toBeNull();
});
