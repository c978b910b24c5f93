/** The form of the last hand: a player as typed, and cards and amounts as people write them. */
import { cents } from '../../format';

export type SeatTyped = { name: string; chips: string; wager: string; bets: string; basic: boolean; cards: string; doubled: string; stands: boolean };

export function blankSeat(name: string, chips: string): SeatTyped {
  return { name, chips, wager: '', bets: 'best', basic: false, cards: '', doubled: '', stands: false };
}

/** `600 300` as cents, `1,000` being one amount; what is no amount becomes -1, and the server refuses it. */
export function amountsIn(text: string): number[] {
  return text
    .split(/,?\s+/)
    .filter(Boolean)
    .map((each) => cents(each) ?? -1);
}

const FACES: Readonly<Record<string, number>> = { A: 1, T: 10, J: 10, Q: 10, K: 10 };

/** `A 10 5` as values; what is no card becomes 0, and the server refuses it. */
export function cardsIn(text: string): number[] {
  return text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((card) => FACES[card] ?? (/^(?:[2-9]|10)$/.test(card) ? Number(card) : 0));
}
