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

/** How likely chance alone goes so many standard deviations off, to either side: of a normal distribution, as few words as that needs. */
export function chanceOf(sigmas: number): string {
  const x = Math.abs(sigmas) / Math.SQRT2;
  // Abramowitz and Stegun 7.1.26: wrong by 1.5e-7 at most.
  const t = 1 / (1 + 0.3275911 * x);
  const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-x * x);
  return tail < 0.0001 ? '< 0.0001' : `= ${tail.toPrecision(1)}`;
}
