/** What chips look like: value chips by their worth, colour chips by the player's colour. */

export interface Face {
  ground: string;
  /** Of the middle, where that is another: a colour chip tells there what it is worth. */
  middle?: string;
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

/** From this amount upwards, in cents: each value has a colour of its own, as in a pit. */
const VALUES: [number, Face][] = [
  [100_000, { ground: '#e9c22e', spots: '#5c4300', text: DARK }],
  [50_000, { ground: '#b9a0e2', spots: '#45277f', text: '#2b1656' }],
  [25_000, { ground: '#6a35a5', spots: '#eadcf8', text: LIGHT }],
  [10_000, { ground: '#1b1b1e', spots: '#e6dfcd', text: LIGHT }],
  [5_000, { ground: '#d9761a', spots: '#fff0d8', text: '#2a1300' }],
  [2_500, { ground: '#16794e', spots: '#f2ecd6', text: LIGHT }],
  [1_000, { ground: '#2459ab', spots: '#f2ecd6', text: LIGHT }],
  [500, { ground: '#b01c2e', spots: '#f6e6d4', text: LIGHT }],
  [250, { ground: '#e58fae', spots: '#7e1842', text: '#3d0a20' }],
  [0, { ground: '#f2ecdf', spots: '#2f5fa8', text: DARK }],
];

/** Where chips are told apart by whose they are, as a dealer does: a context of components, true or nothing. */
export const BY_COLOUR = Symbol('chips by their colour');

/** A colour chip has its player's colour, and the colour of its worth on its edge and in its middle, unless only the player counts. */
export function faceOf(amount: number, colour: string, isByColour = false): Face {
  const value = (VALUES.find(([from]) => amount >= from) as [number, Face])[1];
  const own = COLOURS[colour];
  if (own && isByColour) return own;
  return own ? { ground: own.ground, middle: value.ground, spots: amount >= 250 ? value.ground : own.spots, text: value.text } : value;
}

/** Of the colours that are on offer, the one to begin with. */
export function firstColour(offered: readonly unknown[]): string {
  const known = offered.map(String);
  return known.find((each) => each in COLOURS) ?? known[0] ?? '';
}
