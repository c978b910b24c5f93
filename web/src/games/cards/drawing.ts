/**
 * What is drawn on a card, as text: a card comes onto the table in the midst of a motion, and a text is drawn in a part of
 * the time that so many elements of a component take.
 */
import { corner, PIPS, SUITS, type CardFace } from './faces';

/** Robe, second cloth, hair. */
const COLOURS: Record<string, readonly [string, string, string]> = {
  s: ['#22315c', '#a41e2c', '#4b3423'],
  h: ['#a41e2c', '#22315c', '#c98d3a'],
  d: ['#c04a22', '#1c6168', '#e0b25c'],
  c: ['#1c5a43', '#7a1f45', '#2b2018'],
};
const GOLD = '#e3b34c';
const SKIN = '#f6dfc3';
const STEEL = '#dfe5ea';
const PEARLS = [[38.5, 17], [45, 13], [50, 11], [55, 13], [61.5, 17]] as const;
const PETALS = [[70, 31], [73.8, 33.8], [72.4, 38.2], [67.6, 38.2], [66.2, 33.8]] as const;

interface Cloths {
  robe: string;
  cloth: string;
  hair: string;
}

function hairOf(rank: string, hair: string): string {
  if (rank === 'K') return `<path d="M40 25c-4 6-3 14-1 19l5-1V26zM60 25c4 6 3 14 1 19l-5-1V26z" fill="${hair}" />`;
  if (rank === 'Q') return `<path d="M41 24c-8 7-8 19-5 26 4 0 7-2 8-4V26zM59 24c8 7 8 19 5 26-4 0-7-2-8-4V26z" fill="${hair}" />`;
  return `<path d="M40 25c-4 5-3 12-2 16 3 2 6 1 6-2V26zM60 25c4 5 3 12 2 16-3 2-6 1-6-2V26z" fill="${hair}" />`;
}

const KING = ({ cloth, hair }: Cloths): string => `
  <path d="M42 33c0 11 2 15 8 18 6-3 8-7 8-18-1.5 4-4 4.6-8 4.6S43.5 37 42 33z" fill="${hair}" />
  <path class="bare" d="M47 39.6q3 1.8 6 0" stroke="#8c2f2a" stroke-width="1.4" />
  <path d="M39 26l-3.5-12 8 6L50 10.5 56.5 20l8-6L61 26z" fill="${GOLD}" />
  <path d="M38.5 22.5h23l-.7 3.7H39.2z" fill="${cloth}" />
  <path d="M69 14l1.8-3 1.8 3v34H69z" fill="${STEEL}" />
  <path d="M64.5 48h12.5v2.6H64.5z" fill="${GOLD}" />
  <path d="M69.3 50.6h3v9h-3z" fill="${cloth}" />
  <circle cx="70.8" cy="55" r="3.6" fill="${SKIN}" />`;

const QUEEN = ({ cloth }: Cloths): string => `
  <path class="bare" d="M48 39.6q2 1.6 4 0" stroke="#a8232f" stroke-width="1.6" />
  <path d="M40.5 25.5l-2-8 5 3.6 1.5-7.6 3.5 6.2L50 11.5l1.5 8.2 3.5-6.2 1.5 7.6 5-3.6-2 8z" fill="${GOLD}" />
  <path d="M40.5 23h19v3h-19z" fill="${cloth}" />
  ${PEARLS.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="1.6" fill="#fffdf5" />`).join('')}
  <path class="bare" d="M70 38c1 10-1 16-5 22" stroke="#1c5a43" stroke-width="1.6" />
  ${PETALS.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3" fill="${cloth}" />`).join('')}
  <circle cx="70" cy="35" r="2.2" fill="${GOLD}" />
  <circle cx="66.5" cy="57" r="3.4" fill="${SKIN}" />`;

const JACK = ({ robe, cloth }: Cloths): string => `
  <path class="bare" d="M47.5 40h5" stroke="#8c2f2a" stroke-width="1.4" />
  <path d="M38.5 26c-2-9 4-14.5 12-14.5S63.5 17 61.5 26z" fill="${cloth}" />
  <path d="M38 23h24v3.6H38z" fill="${GOLD}" />
  <path d="M59 20c2-9 10-11 15-6-4 0-5 3-6 6 3-1 5 0 6 2-5 1-10 2-15-2z" fill="${robe}" />
  <path class="bare" d="M70.5 30v32" stroke="#b98343" stroke-width="2.4" />
  <path d="M70.5 24l3 5c3 1 4 4 3 8-3 0-5-1-6-3-1 2-3 3-6 3-1-4 0-7 3-8z" fill="${STEEL}" />
  <circle cx="70.5" cy="54" r="3.6" fill="${SKIN}" />`;

const FIGURES: Record<string, (cloths: Cloths) => string> = { K: KING, Q: QUEEN, J: JACK };

/** One half of a court figure in the colours of its suit. The other half is the same, turned. */
function courtOf({ rank, suit }: CardFace): string {
  const [robe, cloth, hair] = COLOURS[suit] ?? (COLOURS.s as [string, string, string]);
  return `<g class="lined">
  <path d="M24 70V60c3-9 12-13 19-15h14c7 2 16 6 19 15v10z" fill="${robe}" />
  <path d="M24 70V62l14-14 5-2 7 24zM76 70V62L62 48l-5-2-7 24z" fill="${cloth}" />
  <path d="M41 47l9 23 9-23z" fill="${GOLD}" />
  <path class="bare" d="M44.5 54.5l5.5 5 5.5-5M46.5 60l3.5 3.5 3.5-3.5" stroke="${robe}" stroke-width="1.8" />
  <path class="bare" d="M27 66l11-13M30.5 69l10-12.5M73 66L62 53M69.5 69l-10-12.5" stroke="${GOLD}" stroke-width="1.3" />
  <path d="M37 47c4 6 22 6 26 0l-3-4c-4 4-16 4-20 0z" fill="#fffdf5" />
  ${hairOf(rank, hair)}
  <path d="M42 25h16v10c0 6-4 10-8 10s-8-4-8-10z" fill="${SKIN}" />
  <path class="bare" d="M44.5 29.5q2-1.3 4 0M51.5 29.5q2-1.3 4 0M50 31v4.5h1.6" />
  <circle class="bare" cx="46.6" cy="31.6" r="1" fill="#2a1d12" />
  <circle class="bare" cx="53.4" cy="31.6" r="1" fill="#2a1d12" />
  ${FIGURES[rank]?.({ robe, cloth, hair }) ?? ''}
</g>`;
}

/** A pip around its middle; the lower half stands on its head. */
function pip(shape: string, x: number, y: number, width: number): string {
  const size = width / 24;
  return `<path d="${shape}" transform="translate(${x} ${y}) scale(${size} ${y > 71 ? -size : size}) translate(-12 -12)" />`;
}

function turned(half: string): string {
  return `${half}<g transform="rotate(180 50 70)">${half}</g>`;
}

function middleOf(card: CardFace, shape: string): string {
  if (card.rank === 'A') return pip(shape, 50, 70, 46);
  const pips = PIPS[card.rank];
  if (pips) return pips.map(([x, y]) => pip(shape, x, y, pips.length < 9 ? 17 : 15.5)).join('');
  return `<rect x="25" y="9" width="50" height="122" rx="2" class="frame" />${turned(courtOf(card) + pip(shape, 31, 20, 11))}`;
}

function draw(card: CardFace): string {
  const [shape, index] = [SUITS[card.suit] ?? '', corner(card)];
  const long = index.length > 1 ? ' long' : '';
  const half = `<text x="${index.length > 1 ? 12 : 13}" y="27" text-anchor="middle" class="index${long}">${index}</text>${pip(shape, 13, 40, 15)}`;
  return `<rect x="1" y="1" width="98" height="138" rx="9" class="paper" />
<g class="full">${turned(half)}${middleOf(card, shape)}</g>
<g class="tiny"><text x="8" y="62" class="large${long}">${index}</text><g transform="translate(0 34)">${pip(shape, 38, 70, 46)}</g></g>`;
}

const drawn = new Map<string, string>();

/** The face of a card: index, pips or court, and what stands there where it is small. */
export function faceOf(card: CardFace): string {
  const name = card.rank + card.suit;
  const found = drawn.get(name) ?? draw(card);
  drawn.set(name, found);
  return found;
}
