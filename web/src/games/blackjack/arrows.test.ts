import { expect, it } from 'vitest';
import { nextSpot } from './arrows';

/** Three boxes in an arc, box 1 to the right, each with a smaller spot below. */
const SPOTS = [
  { x: 300, y: 100 },
  { x: 300, y: 150 },
  { x: 200, y: 120 },
  { x: 200, y: 170 },
  { x: 100, y: 100 },
  { x: 100, y: 150 },
];

it.each([
  [0, 'ArrowLeft', 2],
  [2, 'ArrowLeft', 4],
  [4, 'ArrowLeft', null],
  [2, 'ArrowRight', 0],
  [2, 'ArrowDown', 3],
  [3, 'ArrowUp', 2],
  [3, 'ArrowRight', 1],
  [3, 'Enter', null],
])('from %i by %s to %s', (from, key, to) => {
  expect(nextSpot(SPOTS, SPOTS[from] as { x: number; y: number }, key)).toBe(to);
});
