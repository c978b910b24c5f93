import { expect, test } from 'vitest';
import type { ReportRow } from '../../api/types';
import { chanceOf, isPriced, momentsOf, pointsOf, ticksOf } from './curve';
import { spanOf } from './period';

const HOUR = 3_600_000;
const SIX = Date.parse('2026-11-15T06:00:00Z');
const hour = (key: string, win: number, theoretical: number | null, deviation: number | null) => ({ key, win, theoretical, deviation }) as ReportRow;

test('wins add up hour by hour, and so do variances, not deviations', () => {
  const points = pointsOf([hour('2026-11-15T06:00:00', 500, 100, 300), hour('2026-11-15T07:00:00', -700, 150, 400)], SIX);
  expect(points).toEqual([
    { at: SIX, win: 0, expected: 0, low: 0, high: 0 },
    { at: SIX + HOUR, win: 500, expected: 100, low: -500, high: 700 },
    { at: SIX + 2 * HOUR, win: -200, expected: 250, low: -750, high: 1250 },
  ]);
});

test('while no round ends nothing moves', () => {
  const points = pointsOf([hour('2026-11-15T08:00:00', 500, 100, 300)], SIX);
  expect(points.map(({ at, win }) => [(at - SIX) / HOUR, win])).toEqual([[0, 0], [2, 0], [3, 500]]);
});

test('an hour without a theoretical win adds none', () => {
  expect(pointsOf([hour('2026-11-15T06:00:00', 500, null, null)], SIX).at(-1)).toMatchObject({ win: 500, expected: 0, low: 0, high: 0 });
  expect([isPriced([hour('1', 500, null, null)]), isPriced([hour('1', 500, 20, 10)])]).toEqual([false, true]);
});

test('amounts and moments beside the curve are round ones', () => {
  expect(ticksOf(-800_000, 2_050_000)).toEqual([0, 1_000_000, 2_000_000]);
  expect(ticksOf(-30_000, 52_000)).toEqual([-20_000, 0, 20_000, 40_000]);
  expect(ticksOf(-44_000, 44_000)).toEqual([-40_000, -20_000, 0, 20_000, 40_000]);
  expect(ticksOf(0, 1)).toEqual([0, 1]);
  expect(momentsOf(SIX, SIX + 24 * HOUR).map((at) => (at - SIX) / HOUR)).toEqual([0, 6, 12, 18, 24]);
  expect(momentsOf(SIX, SIX + 7 * 24 * HOUR).map((at) => (at - SIX) / HOUR / 24)).toEqual([0, 2, 4, 6]);
});

test('a period begins at a midnight of the reader, or at the hour at which the house has its days begin', () => {
  const now = new Date(2026, 10, 18, 15, 4, 5).getTime();
  const night = new Date(2026, 10, 18, 2, 4, 5).getTime();
  const at = (day: number, hours = 0) => new Date(2026, 10, day, hours).getTime() / 1000;
  expect(spanOf('today', now)).toEqual({ since: at(18), until: at(19) });
  expect(spanOf('yesterday', now)).toEqual({ since: at(17), until: at(18) });
  expect(spanOf('week', now)).toEqual({ since: at(12), until: at(19) });
  expect(spanOf('today', now, 6)).toEqual({ since: at(18, 6), until: at(19, 6) });
  // After midnight the evening goes on: it is still the day before.
  expect(spanOf('today', night, 6)).toEqual({ since: at(17, 6), until: at(18, 6) });
  expect(spanOf('yesterday', night, 6)).toEqual({ since: at(16, 6), until: at(17, 6) });
});

test('standard deviations are said as a chance, as tables of the normal distribution have it', () => {
  expect([1, -2, 3, 3.1, -6].map(chanceOf)).toEqual(['= 0.3', '= 0.05', '= 0.003', '= 0.002', '< 0.0001']);
});
