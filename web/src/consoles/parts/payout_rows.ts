/** The payout sheet as a dealer reads it: at a layout a row for each player, at blackjack one for each hand. */
import type { ChipsCut, PayoutLine, Work } from './types';

type Sheet = NonNullable<Work['payouts']>;

export interface PayoutRow {
  key: string;
  player: string;
  /** Which colour the player has; empty where there is none. */
  colour: string;
  /** Which box it is paid at; 0 at a layout. */
  box: number;
  /** Which hand of its box, from 1; 0 at a layout. */
  hand: number;
  lines: readonly PayoutLine[];
  pays: number;
  /** At a layout the chips of all that is certain, which the server cuts as one. */
  cut: readonly ChipsCut[];
}

/** What is in one of these states, in the order of the table. */
export function rowsOf(sheet: Sheet, states: readonly string[], isByHand: boolean): PayoutRow[] {
  return sheet.players.flatMap(({ player, colour, lines, cut: certain }) => {
    const here = lines.filter((line) => states.includes(line.state));
    const groups = new Map<string, PayoutLine[]>();
    for (const line of here) {
      const key = isByHand ? `${player} ${boxOf(line)} ${line.hand}` : player;
      groups.set(key, [...(groups.get(key) ?? []), line]);
    }
    return [...groups].map(([key, own]) => {
      const [first] = own;
      const [box, hand] = isByHand && first ? [boxOf(first), first.hand] : [0, 0];
      return { key, player, colour, box, hand, lines: own, pays: own.reduce((sum, line) => sum + line.pays, 0), cut: isByHand ? together(own) : certain };
    });
  });
}

export function boxOf(line: PayoutLine): number {
  return line.position.numbers?.[0] ?? 0;
}

/** What lies on a hand beside the wager that it was dealt for: `double` of `double a`. */
export function kindOf(line: PayoutLine): string {
  return /^(double|split)/.exec(line.position.kind)?.[0] ?? line.position.kind;
}

/** Chips of one value together, the largest first. */
function together(lines: readonly PayoutLine[]): ChipsCut[] {
  const found = new Map<string, ChipsCut>();
  for (const each of lines.flatMap((line) => line.cut)) {
    const key = `${each.value} ${each.colour}`;
    found.set(key, { ...each, count: each.count + (found.get(key)?.count ?? 0) });
  }
  return [...found.values()].sort((one, other) => other.value - one.value);
}
