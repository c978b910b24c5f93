import { expect, test } from 'vitest';
import type { ReportRow } from '../../api/types';
import { pointsOf } from './curve';
import { DAY, PERIODS, startOf } from './period';

const hour = (key: string, win: number, theoretical: number | null, deviation: number | null) => ({ key, win, theoretical, deviation }) as ReportRow;

test('wins add up, and so do variances, not deviations', () => {
  const [first, second] = pointsOf([hour('1', 500, 100, 300), hour('2', -700, 150, 400)]);
  expect(first).toEqual({ at: '1', win: 500, expected: 100, low: -500, high: 700 });
  expect(second).toEqual({ at: '2', win: -200, expected: 250, low: -750, high: 1250 });
});

test('an hour without a theoretical win adds none', () => {
  expect(pointsOf([hour('1', 500, null, null)])).toEqual([{ at: '1', win: 500, expected: 0, low: 0, high: 0 }]);
});

test('a period begins at a midnight of the reader', () => {
  const now = new Date(2026, 10, 18, 15, 4, 5).getTime();
  expect(startOf('today', now)).toBe(new Date(2026, 10, 18).getTime() / 1000);
  expect(startOf('week', now)).toBe(new Date(2026, 10, 12).getTime() / 1000);
  expect(PERIODS.week.days * DAY).toBe(604_800);
});
