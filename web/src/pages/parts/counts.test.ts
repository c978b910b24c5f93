import { expect, test } from 'vitest';
import { COUNTS, scale, signed, ticks } from './counts';

test('counts are said with their signs', () => {
  expect([3, 0, -2].map(signed)).toEqual(['+3', '0', '−2']);
});

test('a scale goes from end to end', () => {
  const at = scale(-2, 2, 100, 0);
  expect([at(-2), at(0), at(2)]).toEqual([100, 50, 0]);
  expect(scale(1, 1, 0, 10)(1)).toBe(0);
});

test('ticks are round and lie between the ends', () => {
  expect(ticks(-6.3, 5.2)).toEqual([-6, -4, -2, 0, 2, 4]);
  expect(ticks(-0.2, 0.25)).toEqual([-0.2, -0.1, 0, 0.1, 0.2]);
});

test('a count that is divided by the decks left comes back to nothing after a whole deck', () => {
  for (const count of COUNTS) {
    const deck = count.values.reduce((sum, value, at) => sum + value * (at === 9 ? 16 : 4), 0);
    expect(count.isTrue ? deck : deck - 4, count.name).toBe(0);
  }
});
