import { describe, expect, it } from 'vitest';
import { middle, nextArea, type Area } from './arrows';

/** A wide area over three small ones, and one far to the side. */
const wide = { name: 'wide', x: 0, y: 0, width: 90, height: 30 };
const left = { name: 'left', x: 0, y: 30, width: 30, height: 30 };
const centre = { name: 'centre', x: 30, y: 30, width: 30, height: 30 };
const right = { name: 'right', x: 60, y: 30, width: 30, height: 30 };
const far = { name: 'far', x: 200, y: 30, width: 30, height: 30 };
const all = [wide, left, centre, right, far];

describe('arrows over areas', () => {
  it('goes to the neighbour, and over a gap where there is no neighbour', () => {
    expect(nextArea(all, left, 'right')).toBe(centre);
    expect(nextArea(all, right, 'right')).toBe(far);
    expect(nextArea(all, far, 'left')).toBe(right);
  });

  it('goes down from a wide area to what lies under its middle', () => {
    expect(nextArea(all, wide, 'down')).toBe(centre);
  });

  it('comes back to the column that it left', () => {
    expect(nextArea(all, right, 'up')).toBe(wide);
    expect(nextArea(all, wide, 'down', middle(right))).toBe(right);
  });

  it('stays where nothing lies ahead', () => {
    expect(nextArea(all, wide, 'up')).toBeNull();
    expect(nextArea<Area>([wide], wide, 'left')).toBeNull();
  });
});
