/** The shapes on cards: each suit has a silhouette of its own, so that none is told by colour alone. */
import { words } from '../../words';

export interface CardFace {
  rank: string;
  suit: string;
}

/** Each in a square of 24 by 24. */
export const SUITS: Record<string, string> = {
  h: 'M12 21.4C6.4 17.1 2.2 13.3 2.2 8.8 2.2 5.7 4.6 3.4 7.5 3.4c1.9 0 3.5 1 4.5 2.7 1-1.7 2.6-2.7 4.5-2.7 2.9 0 5.3 2.3 5.3 5.4 0 4.5-4.2 8.3-9.8 12.6z',
  d: 'M12 1.2c2 4.2 4.9 7.9 8.6 10.8-3.7 2.9-6.6 6.6-8.6 10.8-2-4.2-4.9-7.9-8.6-10.8C7.1 9.1 10 5.4 12 1.2z',
  s: 'M12 1.4C9.6 5.7 2.8 9.4 2.8 14.3c0 2.8 2 4.7 4.5 4.7 1.6 0 2.9-.7 3.7-1.9-.1 2-.9 4-2.5 5.4h7c-1.6-1.4-2.4-3.4-2.5-5.4.8 1.2 2.1 1.9 3.7 1.9 2.5 0 4.5-1.9 4.5-4.7 0-4.9-6.8-8.6-9.2-12.9z',
  c: 'M12 1.7a4.7 4.7 0 0 0-4 7.2 4.8 4.8 0 1 0 2.9 7.8c-.1 2.1-.9 4.3-2.6 5.8h7.4c-1.7-1.5-2.5-3.7-2.6-5.8a4.8 4.8 0 1 0 2.9-7.8 4.7 4.7 0 0 0-4-7.2z',
};

type Pips = readonly (readonly [x: number, y: number])[];

const SIX: Pips = [[37, 30], [63, 30], [37, 70], [63, 70], [37, 110], [63, 110]];
const EIGHT_ASIDE: Pips = [[37, 28], [63, 28], [37, 56], [63, 56], [37, 84], [63, 84], [37, 112], [63, 112]];
/** Where the pips of a number lie on a card of 100 by 140. */
export const PIPS: Record<string, Pips> = {
  2: [[50, 30], [50, 110]],
  3: [[50, 30], [50, 70], [50, 110]],
  4: [[37, 30], [63, 30], [37, 110], [63, 110]],
  5: [[37, 30], [63, 30], [50, 70], [37, 110], [63, 110]],
  6: SIX,
  7: [...SIX, [50, 50]],
  8: [...SIX, [50, 50], [50, 90]],
  9: [...EIGHT_ASIDE, [50, 70]],
  T: [...EIGHT_ASIDE, [50, 42], [50, 98]],
};

export function isRed({ suit }: CardFace): boolean {
  return suit === 'h' || suit === 'd';
}

/** What stands in the corner: ten is written out. */
export function corner({ rank }: CardFace): string {
  return rank === 'T' ? '10' : rank;
}

export function sameCard(one: CardFace, other: CardFace): boolean {
  return one.rank === other.rank && one.suit === other.suit;
}

/** `king of hearts`. */
export function nameOf(card: CardFace): string {
  return words.cards.name(words.cards.ranks[card.rank] ?? card.rank, words.cards.suits[card.suit] ?? card.suit);
}

export function namesOf(cards: readonly CardFace[]): string {
  return cards.map(nameOf).join(', ');
}
