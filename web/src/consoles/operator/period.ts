/** Spans of whole days by the reader's own clock. */
export const PERIODS = { today: { back: 0, days: 1 }, yesterday: { back: 1, days: 1 }, week: { back: 6, days: 7 }, month: { back: 29, days: 30 } } as const;
export type Period = keyof typeof PERIODS;

/** When the period begins and ends, in UTC seconds: midnights of the reader's zone, also where the clocks change between. */
export function spanOf(period: Period, now: number): { since: number; until: number } {
  const { back, days } = PERIODS[period];
  return { since: midnight(now, -back), until: midnight(now, days - back) };
}

function midnight(now: number, days: number): number {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + days);
  return Math.trunc(day.getTime() / 1000);
}
