/** From what the server says of a blackjack table to what is seen of it. No rule lives here: every total and every turn is the server's. */
import type { BlackjackView, HandShown, RoundShown, Settled, ShownEntry } from '../../api/types';
import { sameCard, type CardFace } from '../cards/faces';

export const DEALER = 0;

/** The name of a hand in this round. */
export function handKey(box: number, hand: number): string {
  return `${box}-${hand}`;
}

interface Place {
  key: string;
  box: number;
  cards: readonly CardFace[];
}

function placesOf(round: RoundShown): Place[] {
  const boxes = round.boxes.flatMap((box) => box.hands.map((hand) => ({ key: handKey(box.number, hand.id), box: box.number, cards: hand.cards })));
  return round.dealer ? [...boxes, { key: handKey(DEALER, 0), box: DEALER, cards: round.dealer.cards }] : boxes;
}

/** The cards that these entries dealt, in their order. */
export function dealtBy(entries: readonly ShownEntry[]): CardFace[] {
  return entries.flatMap((each) => {
    const act = each.act as { act?: string; card?: CardFace } | null | undefined;
    return act?.act === 'deal' && act.card ? [act.card] : [];
  });
}

/**
 * Which hand each of these cards went to, in the order in which they were dealt: hands grow at their end, so the cards are
 * found again from the last one backwards. Two hands that end alike look alike, whichever was first.
 */
export function dealingOrder(round: RoundShown, dealt: readonly CardFace[]): string[] {
  const left = new Map(placesOf(round).map((each) => [each.key, [...each.cards]]));
  const places = placesOf(round);
  const order: string[] = [];
  for (const card of [...dealt].reverse()) {
    const found = places.filter((each) => sameCard(left.get(each.key)?.at(-1) ?? { rank: '', suit: '' }, card)).sort((one, other) => lateness(other, left) - lateness(one, left))[0];
    if (!found) continue;
    left.get(found.key)?.pop();
    order.unshift(found.key);
  }
  return order;
}

/** The dealer's further cards come last; before them, of equal cards the one that lies further on. */
function lateness(place: Place, left: ReadonlyMap<string, CardFace[]>): number {
  const count = left.get(place.key)?.length ?? 0;
  if (place.box === DEALER) return count > 1 ? 1000 : count * 10 + 9;
  return count * 10 + place.box;
}

/** How many cards of each hand are still to be laid. */
export function hiddenOf(order: readonly string[]): Record<string, number> {
  const hidden: Record<string, number> = {};
  for (const key of order) hidden[key] = (hidden[key] ?? 0) + 1;
  return hidden;
}

export interface HandScene {
  key: string;
  hand: HandShown;
  cards: CardFace[];
  /** All of its cards lie there: only then is the total that of what is seen. */
  isComplete: boolean;
}

export function handScene(box: number, hand: HandShown, hidden: Readonly<Record<string, number>>): HandScene {
  const key = handKey(box, hand.id);
  const missing = hidden[key] ?? 0;
  return { key, hand, cards: hand.cards.slice(0, hand.cards.length - missing), isComplete: missing === 0 };
}

// Wagers

export interface StakeSeen {
  player: string;
  kind: string;
  amount: number;
  hand: number;
}

/** What lies on a box, in the order in which it was placed. */
export function stakesOn(view: BlackjackView, box: number): StakeSeen[] {
  const found = view.boxes.find((each) => each.number === box);
  return (found?.stakes ?? []).map((each) => ({ player: each.player, kind: each.kind, amount: each.amount, hand: each.hand ?? 0 }));
}

export interface BettorSeen {
  player: string;
  amount: number;
  decides: boolean;
}

/** Who has chips on a box and how much in all, whoever decides first. */
export function bettorsOn(view: BlackjackView, box: number): BettorSeen[] {
  const decider = view.shown.deciders.find((each) => each.box === box)?.player ?? '';
  const sums = new Map<string, number>();
  for (const stake of stakesOn(view, box)) if (stake.kind !== 'super sevens' && stake.kind !== 'insurance') sums.set(stake.player, (sums.get(stake.player) ?? 0) + stake.amount);
  return [...sums].map(([player, amount]) => ({ player, amount, decides: player === decider })).sort((one, other) => Number(other.decides) - Number(one.decides));
}

// Results

/** Wagers on the cards of a hand; Super Sevens and insurance lie beside it. */
function isOnHand(line: Settled): boolean {
  return !['super sevens', 'insurance'].includes(line.wager.position.kind);
}

export interface LineSeen {
  line: Settled;
  box: number;
  hand: number;
}

export function linesOf(view: BlackjackView): LineSeen[] {
  return view.settled.map((line, at) => {
    const [box, hand] = view.shown.settled_on[at] ?? [0, 0];
    return { line: line as Settled, box, hand };
  });
}

export interface HandResult {
  outcome: string;
  /** One's own gain on it, below nothing for a loss; null where one had nothing on it. */
  net: number | null;
}

/** How a hand ended; several wagers on it end alike, but for what a dealer's blackjack spares. The first says how. */
export function resultOf(lines: readonly LineSeen[], box: number, hand: number, me: string): HandResult | null {
  const here = lines.filter((each) => each.box === box && each.hand === hand && isOnHand(each.line));
  const first = here[0];
  if (!first) return null;
  const mine = here.filter((each) => each.line.wager.player === me);
  const said = mine[0] ?? first;
  return { outcome: said.line.outcome, net: mine.length > 0 ? sumOf(mine) : null };
}

/** One's own lines beside the hands of a box: insurance and Super Sevens. */
export function besides(lines: readonly LineSeen[], box: number, me: string): Settled[] {
  return lines.filter((each) => each.box === box && !isOnHand(each.line) && each.line.wager.player === me).map((each) => each.line);
}

function sumOf(lines: readonly LineSeen[]): number {
  return lines.reduce((sum, { line }) => sum + line.pays - (line.outcome === 'lose' ? line.wager.stake : 0), 0);
}

// The next seven

/** Prizes of the next seven, the suits that share one together: the rarest prize first. */
export function nextPrizes(next: readonly { suit: string; pays: string }[]): { pays: string; suits: string[] }[] {
  const by = new Map<string, string[]>();
  for (const { suit, pays } of next) by.set(pays, [...(by.get(pays) ?? []), suit]);
  return [...by].map(([pays, suits]) => ({ pays, suits })).sort((one, other) => one.suits.length - other.suits.length);
}
