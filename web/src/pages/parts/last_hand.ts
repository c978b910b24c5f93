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

/** What was typed, as it is asked at the server. */
export interface HandTyped {
  players: readonly { name: string; chips: number; wager: number | null; bets: string; basic: boolean }[];
  marker: string;
  minimum: number;
  maximum: number;
  increment: number;
  smallest_chip: number;
  advance: number;
  rounds: number;
  decks: number;
  seen: readonly number[];
  tie: number | null;
  prizes: readonly number[];
}

const DECKS = 8;
const dollars = (amount: number): string => (amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2));

/** A hand before the deal as the file that `croupier tournament last-hand` reads. */
export function fileOf(hand: HandTyped): string {
  const lines = [`marker = ${JSON.stringify(hand.marker)}`, `advance = ${hand.advance}`];
  if (hand.rounds > 1) lines.push(`rounds = ${hand.rounds}`);
  if (hand.decks !== DECKS) lines.push(`decks = ${hand.decks}`);
  if (hand.seen.length > 0) lines.push(`seen = "${hand.seen.map((card) => (card === 1 ? 'A' : card)).join(' ')}"`);
  if (hand.tie !== null) lines.push(`tie = ${hand.tie / 100}`);
  if (hand.prizes.length > 0) lines.push(`prizes = [${hand.prizes.map(dollars).join(', ')}]`);
  lines.push('', '[limits]', `minimum = ${dollars(hand.minimum)}`, `maximum = ${dollars(hand.maximum)}`);
  if (hand.increment > 0) lines.push(`increment = ${dollars(hand.increment)}`);
  lines.push(`smallest_chip = ${dollars(hand.smallest_chip)}`);
  for (const player of hand.players) {
    lines.push('', '[[players]]', `name = ${JSON.stringify(player.name)}`, `chips = ${dollars(player.chips)}`);
    if (player.wager !== null) lines.push(`wager = ${dollars(player.wager)}`);
    else if (player.bets !== 'best') lines.push(`bets = "${player.bets}"`);
    if (player.basic) lines.push('plays = "basic"');
  }
  return `${lines.join('\n')}\n`;
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
