/** What the rows of the report are, and from how many standard deviations on a table is named. */
export const GROUPS = ['table', 'game', 'dealer', 'shift', 'day', 'player'] as const;
export type ReportGroup = (typeof GROUPS)[number];
export const FAR = 3;
