import { expect, it } from 'vitest';
import { around, clearPlaces, overlap, PILL_HEIGHT, pillWidth, type Rect } from './clear';

const WITHIN: Rect = { left: 0, top: 0, right: 400, bottom: 300 };

/** A cloth of numbers, each at the upper left of its box. */
const NUMBERS = Array.from({ length: 12 }, (_, at) => around(20 + (at % 4) * 80, 15 + Math.floor(at / 4) * 45, 24, 15));

it('a label lies on its chips where nothing is printed', () => {
  expect(clearPlaces([{ x: 200, y: 250, width: 60 }], NUMBERS, [], WITHIN)).toEqual([{ x: 200, y: 250 }]);
});

it('labels lie on no number, on no other label, and within the cloth', () => {
  const pills = NUMBERS.map(({ left, top }) => ({ x: left + 30, y: top + 20, width: pillWidth('+$175.00') }));
  const places = clearPlaces(pills, NUMBERS, [], WITHIN).map((at, number) => around(at.x, at.y, pills[number]?.width ?? 0, PILL_HEIGHT));
  for (const [at, place] of places.entries()) {
    expect(NUMBERS.filter((each) => overlap(each, place))).toEqual([]);
    expect(places.slice(at + 1).filter((each) => overlap(each, place))).toEqual([]);
    expect(place.left).toBeGreaterThanOrEqual(0);
    expect(place.bottom).toBeLessThanOrEqual(300);
  }
});

it('a label goes beside the chips, and stays on them where that is far', () => {
  const chips = [around(200, 200, 30, 30)];
  const [beside] = clearPlaces([{ x: 200, y: 200, width: 60 }], [], chips, WITHIN);
  expect(beside).toEqual({ x: 200, y: 172 });
  const walls = [around(200, 100, 400, 160), around(200, 300, 400, 160)];
  expect(clearPlaces([{ x: 200, y: 200, width: 60 }], walls, [around(200, 200, 400, 30)], WITHIN)).toEqual([{ x: 200, y: 200 }]);
});

it('a label stays in the area that was paid, over its chips where the print leaves no other room', () => {
  const home = around(200, 200, 80, 40);
  const chips = [around(220, 205, 30, 30)];
  const pill = { x: 220, y: 205, width: 40 };
  const words = [around(190, 190, 30, 15)];
  const [abroad] = clearPlaces([pill], words, chips, WITHIN);
  expect(overlap(around(abroad?.x ?? 0, abroad?.y ?? 0, 0, 0), home)).toBe(false);
  const [at] = clearPlaces([{ ...pill, home }], words, chips, WITHIN);
  expect([(at?.x ?? 0) >= home.left && (at?.x ?? 0) <= home.right, (at?.y ?? 0) >= home.top && (at?.y ?? 0) <= home.bottom]).toEqual([true, true]);
});
