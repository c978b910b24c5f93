/** Hands, decisions and results in words: for the screen, and for who listens. */
import type { BlackjackShown, BlackjackView, BoxShown, HandShown, Settled } from '../../api/types';
import { money } from '../../format';
import { words } from '../../words';
import { corner, namesOf, nameOf, type CardFace } from '../cards/faces';
import { DECISIONS, type Decision, type Offered } from './offers';
import { linesOf } from './scene';

/** `soft 17`, `Blackjack`, `Bust 24`. */
export function totalWords(hand: HandShown): string {
  if (hand.is_blackjack) return words.blackjack.isBlackjack;
  if (hand.is_bust) return words.blackjack.isBust(hand.total);
  return hand.is_soft ? words.blackjack.soft(hand.total) : String(hand.total);
}

/** What the house keeps of such a wager, in hundredths, where that does not hang on how the hand is played. */
export function edgeOf(game: BlackjackShown, wager: string): string {
  const edge = game.wagers.find((each) => each.wager === wager)?.edge;
  return edge ? Number(edge.percent).toFixed(2) : '';
}

export function handName(id: number): string {
  return words.blackjack.handNames[id] ?? String(id + 1);
}

/** `Box 3`, and which hand where the box was split. */
export function placeWords(box: BoxShown, hand: HandShown): string {
  const name = words.blackjack.box(box.number);
  return box.hands.length > 1 ? `${name}, ${words.blackjack.hand(handName(hand.id))}` : name;
}

export function handWords(box: BoxShown, hand: HandShown): string {
  return words.blackjack.boxHas(placeWords(box, hand), namesOf(hand.cards), totalWords(hand));
}

export function dealerWords(hand: HandShown | null): string {
  if (!hand) return '';
  if (hand.cards.length === 1) return words.blackjack.dealerShows(nameOf(hand.cards[0] as CardFace));
  return words.blackjack.dealerHas(namesOf(hand.cards), totalWords(hand));
}

/** What one is asked, as a sentence: box, total, the dealer's card, and what may be decided. */
export function turnWords(view: BlackjackView, offered: Offered): string {
  const { turn, boxes, dealer } = view.shown;
  const box = boxes.find((each) => each.number === turn?.box);
  const hand = box?.hands.find((each) => each.id === turn?.hand);
  if (!box || !hand || !dealer) return '';
  const may = DECISIONS.filter((each) => offered.decisions[each]).map((each) => words.blackjack.decisions[each] ?? each);
  return words.blackjack.yourTurn(decisionWords(box, hand, dealer), listed(may));
}

/** `Hit, Stand or Split`. */
function listed(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')}${words.blackjack.or}${names.at(-1)}` : names.join('');
}

const LEAST_TO_STAND = 12;

/** Why a key of a hand cannot be pressed, in a few words. `held` is what one has beside the hand's own wager, `stake`. */
export function whyNot(act: Decision, hand: HandShown, held = Infinity, stake = 0): string {
  if (act === 'stand' && hand.total < LEAST_TO_STAND) return words.blackjack.notUnder(LEAST_TO_STAND);
  if (act === 'double' && hand.cards.length > 2) return words.blackjack.notTwoCards;
  if (act === 'double') return held === 0 ? words.blackjack.notEnough : hand.cards.some((each) => each.rank === 'A') ? words.blackjack.notWithAce : words.blackjack.notNow;
  if (act !== 'split') return words.blackjack.notNow;
  const [one, other] = hand.cards;
  return held < stake && hand.cards.length === 2 && one?.rank === other?.rank ? words.blackjack.notEnough : words.blackjack.cannotSplit;
}

/** The same for the eye: `15 against 7`, and which hand where the box was split. */
export function decisionTitle(box: BoxShown, hand: HandShown, dealer: HandShown): string {
  const up = dealer.cards[0] as CardFace;
  const against = words.blackjack.against(totalWords(hand), /[AKQJ]/.test(up.rank) ? (words.cards.ranks[up.rank] ?? up.rank) : corner(up));
  return box.hands.length > 1 ? words.blackjack.againstHand(handName(hand.id), against) : against;
}

export function decisionWords(box: BoxShown, hand: HandShown, dealer: HandShown): string {
  const against = nameOf(dealer.cards[0] as CardFace);
  return box.hands.length > 1
    ? words.blackjack.decideHand(box.number, handName(hand.id), totalWords(hand), against)
    : words.blackjack.decide(box.number, totalWords(hand), against);
}

const BESIDE: Record<string, (box: number, outcome: string) => string> = {
  insurance: (box, outcome) => words.blackjack.insuranceEnds(box, outcome),
  'super sevens': (box, outcome) => words.blackjack.sevensEnd(box, outcome),
};

/** One sentence for each of a player's wagers, as the ledger has them. */
export function endWords(view: BlackjackView, me: string): string[] {
  return linesOf(view)
    .filter((each) => each.line.wager.player === me)
    .map(({ line, box }) => {
      const outcome = words.blackjack.outcomes[line.outcome] ?? line.outcome;
      const paid = line.pays > 0 ? `${outcome}, ${words.settlement.pays(money(line.pays))}` : outcome;
      return BESIDE[line.wager.position.kind]?.(box, paid) ?? words.blackjack.boxEnds(positionWords(line.wager.position), paid);
    });
}

/** `Box 3, double, hand b` of `double b 3`. */
export function positionWords(position: { kind: string; numbers?: readonly number[] }): string {
  const box = position.numbers?.[0] ?? 0;
  const split = /^(double|split) ([a-d])$/.exec(position.kind);
  const kind = split?.[1] ?? position.kind;
  return words.blackjack.position(box, words.blackjack.positions[kind] ?? kind, split?.[2] ?? '');
}

/** What is printed on the felt: the large line, and the small one. */
export function printedLines(game: BlackjackShown): [string, string] {
  const pays = (wager: string) => game.wagers.find((each) => each.wager === wager)?.pays ?? '';
  const onSoft17 = game.rules.find((each) => each.rule.startsWith('D2 13.3'))?.words ?? '';
  return [words.blackjack.printedLarge(pays('blackjack')), words.blackjack.printedSmall(onSoft17, pays('insurance'))];
}

export function isVoid(lines: readonly Settled[]): boolean {
  return lines.length > 0 && lines.every((each) => each.outcome === 'void');
}
