/** Spans of whole days by the reader's own clock, and when a day of this house begins. */
export const PERIODS = { today: { back: 0, days: 1 }, yesterday: { back: 1, days: 1 }, week: { back: 6, days: 7 }, month: { back: 29, days: 30 } } as const;
export type Period = keyof typeof PERIODS;

/** At which hours the day of a casino may begin. */
export const BEGINNINGS = [0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
const KEPT = 'croupier.day-begins';

/** When the period begins and ends, in UTC seconds: days of the reader's zone from that hour on, also where the clocks change between. */
export function spanOf(period: Period, now: number, begins = 0): { since: number; until: number } {
  const { back, days } = PERIODS[period];
  return { since: beginning(now, -back, begins), until: beginning(now, days - back, begins) };
}

function beginning(now: number, days: number, begins: number): number {
  const day = new Date(now);
  const isEarly = day.getHours() < begins;
  day.setHours(begins, 0, 0, 0);
  day.setDate(day.getDate() + days - (isEarly ? 1 : 0));
  return Math.trunc(day.getTime() / 1000);
}

/** The hour that was chosen at this device. */
export function keptBeginning(): number {
  const kept = Number(localStorage.getItem(KEPT));
  return BEGINNINGS.find((each) => each === kept) ?? 0;
}

export function keepBeginning(hour: number): void {
  localStorage.setItem(KEPT, String(hour));
}
