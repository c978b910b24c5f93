/** The win hour by hour, added up, beside what was expected and two standard deviations of it. */
import type { ReportRow } from '../../api/types';

export interface Point {
  /** In milliseconds, by the house's own clock. */
  at: number;
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
const HOUR = 3_600_000;

/** From nothing at the period's beginning: each hour rises to its end, and between hours nothing moves. */
export function pointsOf(hours: readonly ReportRow[], begins: number): Point[] {
  let [win, expected, variance] = [0, 0, 0];
  const points: Point[] = [{ at: begins, win, expected, low: 0, high: 0 }];
  const add = (at: number) => {
    const spread = BAND * Math.sqrt(variance);
    points.push({ at, win, expected, low: expected - spread, high: expected + spread });
  };
  for (const hour of hours) {
    const start = Math.max(begins, momentOf(hour.key));
    if (start > (points.at(-1)?.at ?? 0)) add(start);
    win += hour.win;
    expected += hour.theoretical ?? 0;
    variance += (hour.deviation ?? 0) ** 2;
    add(momentOf(hour.key) + HOUR);
  }
  return points;
}

/** The server writes moments by the house's clock and names no zone. */
export function momentOf(key: string): number {
  return Date.parse(`${key}Z`);
}

/** Round amounts between the two, three to six of them, nothing among them. */
export function ticksOf(low: number, high: number): number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, at) => (first + at) * step + 0);
}

/** Five moments from one end to the other: quarters of a day, or whole days of a longer time. */
export function momentsOf(begins: number, ends: number): number[] {
  const days = Math.max(1, Math.round((ends - begins) / (24 * HOUR)));
  const step = days === 1 ? 6 * HOUR : Math.ceil(days / 6) * 24 * HOUR;
  return Array.from({ length: Math.floor((ends - begins) / step) + 1 }, (_, at) => begins + at * step);
}

/** How likely chance alone goes so many standard deviations off, to either side: of a normal distribution, as few words as that needs. */
export function chanceOf(sigmas: number): string {
  const x = Math.abs(sigmas) / Math.SQRT2;
  // Abramowitz and Stegun 7.1.26: wrong by 1.5e-7 at most.
  const t = 1 / (1 + 0.3275911 * x);
  const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-x * x);
  return tail < 0.0001 ? '< 0.0001' : `= ${tail.toPrecision(1)}`;
}
