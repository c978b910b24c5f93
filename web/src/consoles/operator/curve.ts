/** The win hour by hour, added up, beside what was expected and two standard deviations of it. */
import type { ReportRow } from '../../api/types';

export interface Point {
  at: string;
  win: number;
  expected: number;
  low: number;
  high: number;
}

/** Whether every hour has a theoretical win: otherwise only the win can be drawn. */
export function isPriced(hours: readonly ReportRow[]): boolean {
  return hours.every((hour) => hour.theoretical !== null);
}

const BAND = 2;

export function pointsOf(hours: readonly ReportRow[]): Point[] {
  let [win, expected, variance] = [0, 0, 0];
  return hours.map((hour) => {
    win += hour.win;
    expected += hour.theoretical ?? 0;
    variance += (hour.deviation ?? 0) ** 2;
    const spread = BAND * Math.sqrt(variance);
    return { at: hour.key, win, expected, low: expected - spread, high: expected + spread };
  });
}
