import { describe, expect, it } from 'vitest';
import { pocketsOn } from './oval';

const ORDER = [0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26];
const SHAPE = { width: 844, height: 190, band: 42 };
const pockets = pocketsOn(SHAPE, ORDER.length);
const at = (number: number) => pockets[ORDER.indexOf(number)] as { x: number; y: number };

describe('the racetrack on the felt', () => {
  it('has zero in the middle of the right end, and the wheel clockwise from there', () => {
    expect(at(0)).toMatchObject({ x: SHAPE.width - SHAPE.band / 2, y: SHAPE.height / 2 });
    expect(at(32).y).toBeGreaterThan(at(0).y);
    expect(at(26).y).toBeLessThan(at(0).y);
    expect([at(19).y, at(8).y]).toEqual([SHAPE.height - SHAPE.band / 2, SHAPE.height - SHAPE.band / 2]);
    expect(at(19).x).toBeGreaterThan(at(8).x);
    expect([at(16).y, at(35).y]).toEqual([SHAPE.band / 2, SHAPE.band / 2]);
    expect(at(16).x).toBeLessThan(at(35).x);
  });

  it('has a place of its own for every number, none out of sight and none on another', () => {
    for (const [one, { x, y }] of pockets.entries()) {
      expect(x > 0 && x < SHAPE.width && y > 0 && y < SHAPE.height).toBe(true);
      for (const other of pockets.slice(one + 1)) expect(Math.hypot(other.x - x, other.y - y)).toBeGreaterThan(24);
    }
  });
});
