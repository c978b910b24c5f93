import { expect, test } from 'vitest';
import type { ReportRow } from '../../api/types';
import { chanceOf, isPriced, pointsOf } from './curve';
import { spanOf } from './period';

const hour = (key: string, win: number, theoretical: number | null, deviation: number | null) => ({ key, win, theoretical, deviation }) as ReportRow;

test('wins add up, and so do variances, not deviations', () => {
  const [first, second] = pointsOf([hour('1', 500, 100, 300), hour('2', -700, 150, 400)]);
  expect(first).toEqual({ at: '1', win: 500, expected: 100, low: -500, high: 700 });
  expect(second).toEqual({ at: '2', win: -200, expected: 250, low: -750, high: 1250 });
});

test('an hour without a theoretical win adds none', () => {
  expect(pointsOf([hour('1', 500, null, null)])).toEqual([{ at: '1', win: 500, expected: 0, low: 0, high: 0 }]);
  expect([isPriced([hour('1', 500, null, null)]), isPriced([hour('1', 500, 20, 10)])]).toEqual([false, true]);
});

test('a period begins at a midnight of the reader', () => {
  const now = new Date(2026, 10, 18, 15, 4, 5).getTime();
  const at = (day: number) => new Date(2026, 10, day).getTime() / 1000;
  expect(spanOf('today', now)).toEqual({ since: at(18), until: at(19) });
  expect(spanOf('yesterday', now)).toEqual({ since: at(17), until: at(18) });
  expect(spanOf('week', now)).toEqual({ since: at(12), until: at(19) });
});

test('standard deviations are said as a chance, as tables of the normal distribution have it', () => {
  expect([1, -2, 3, 3.1, -6].map(chanceOf)).toEqual(['= 0.3', '= 0.05', '= 0.003', '= 0.002', '< 0.0001']);
});
