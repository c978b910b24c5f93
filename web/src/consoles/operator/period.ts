/** Spans of whole days by the reader's own clock. */
export const DAY = 86_400;
export const PERIODS = { today: { back: 0, days: 1 }, yesterday: { back: 1, days: 1 }, week: { back: 6, days: 7 }, month: { back: 29, days: 30 } } as const;
export type Period = keyof typeof PERIODS;

/** When the period began, in UTC seconds: a midnight of the reader's zone. */
export function startOf(period: Period, now: number): number {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - PERIODS[period].back);
  return Math.trunc(day.getTime() / 1000);
}
