/** Card counts that people use, and the shape of their pictures. */

export interface NamedCount {
  name: string;
  /** What each card adds, from the ace to the ten. */
  values: readonly number[];
  isTrue: boolean;
  /** What a fresh shoe begins with, by the number of decks. */
  start: (decks: number) => number;
}

const balanced = (name: string, ...values: number[]): NamedCount => ({ name, values, isTrue: true, start: () => 0 });

export const COUNTS: readonly NamedCount[] = [
  balanced('Hi-Lo', -1, 1, 1, 1, 1, 1, 0, 0, 0, -1),
  { name: 'KO', values: [-1, 1, 1, 1, 1, 1, 1, 0, 0, -1], isTrue: false, start: (decks) => 4 - 4 * decks },
  balanced('Hi-Opt I', 0, 0, 1, 1, 1, 1, 0, 0, 0, -1),
  balanced('Hi-Opt II', 0, 1, 1, 2, 2, 1, 1, 0, 0, -2),
  balanced('Zen', -1, 1, 1, 2, 2, 2, 1, 0, 0, -2),
  balanced('Omega II', 0, 1, 1, 2, 2, 2, 1, 0, -1, -2),
];

export const CARDS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const;

/** With a sign, as counts are said: +3, 0, −2. */
export function signed(count: number): string {
  return count > 0 ? `+${count}` : count < 0 ? `−${-count}` : '0';
}

/** A straight scale from figures to places in a picture. */
export function scale(low: number, high: number, from: number, to: number): (value: number) => number {
  const span = high - low || 1;
  return (value) => from + ((value - low) / span) * (to - from);
}

/** Round figures between two ends, about five of them. */
export function ticks(low: number, high: number): number[] {
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10].find((each) => (high - low) / each <= 7) ?? 20;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, at) => Number(((first + at) * step).toFixed(1)));
}
