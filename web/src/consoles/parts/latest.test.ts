import { expect, test } from 'vitest';
import type { ShownEntry } from '../../api/types';
import { latestOf } from './latest';

const entries = (...numbers: number[]): ShownEntry[] => numbers.map((number) => ({ number, line: `entry ${number}` }) as ShownEntry);
const numbersOf = (found: readonly ShownEntry[]): number[] => found.map((entry) => entry.number);

test('news that the answer already holds stand once', () => {
  expect(numbersOf(latestOf(entries(7, 8), entries(8, 7, 6, 5), 40))).toEqual([8, 7, 6, 5]);
});

test('an answer that comes after the news keeps them', () => {
  expect(numbersOf(latestOf(entries(5, 6, 7), entries(9, 8), 40))).toEqual([9, 8, 7, 6, 5]);
});

test('the oldest leave where there are too many', () => {
  expect(numbersOf(latestOf(entries(4), entries(3, 2, 1), 3))).toEqual([4, 3, 2]);
});
