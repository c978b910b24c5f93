/** What chips look like: value chips by their worth, colour chips by the player's colour. */

export interface Face {
  ground: string;
  spots: string;
  text: string;
}

const DARK = '#1b1b1b';
const LIGHT = '#fffaf0';

const COLOURS: Record<string, Face> = {
  white: { ground: '#f4efe3', spots: '#7b8a99', text: DARK },
  yellow: { ground: '#f1cf4b', spots: '#8a5a00', text: DARK },
  orange: { ground: '#ee9440', spots: '#6b2f00', text: DARK },
  pink: { ground: '#f0a3bb', spots: '#8a1c48', text: DARK },
  lavender: { ground: '#b9a6e0', spots: '#452a86', text: DARK },
  sky: { ground: '#8cc4ea', spots: '#124a78', text: DARK },
  mint: { ground: '#9adcbc', spots: '#0f5a3c', text: DARK },
  brown: { ground: '#7a4e2d', spots: '#e8cfa8', text: LIGHT },
};

/** From this amount upwards, in cents. */
const VALUES: [number, Face][] = [
  [100_000, { ground: '#c9a24d', spots: '#2c1b10', text: DARK }],
  [50_000, { ground: '#5b2f86', spots: '#e5d4f5', text: LIGHT }],
  [10_000, { ground: '#1f1f22', spots: '#d8d2c2', text: LIGHT }],
  [2_500, { ground: '#1d6b4d', spots: '#e8f0e0', text: LIGHT }],
  [1_000, { ground: '#23508f', spots: '#e2ecf8', text: LIGHT }],
  [500, { ground: '#a3222b', spots: '#f6e2d8', text: LIGHT }],
  [0, { ground: '#e9e3d3', spots: '#23508f', text: DARK }],
];

export function faceOf(amount: number, colour: string): Face {
  return COLOURS[colour] ?? (VALUES.find(([from]) => amount >= from) as [number, Face])[1];
}

/** Of the colours that are on offer, the one to begin with. */
export function firstColour(offered: readonly unknown[]): string {
  const known = offered.map(String);
  return known.find((each) => each in COLOURS) ?? known[0] ?? '';
}
