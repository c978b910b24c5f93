/** How a practice has gone so far: every decision with what it cost, kept while this tab is open. */
const MILLIONTHS = 1_000_000;
const KEPT = 'croupier.decisions';
const MOST_KEPT = 500;

/** A decision, and where it stands on the chart: `hard 12` against `T`. */
export interface Decided {
  kind: string;
  held: string;
  up: string;
  choice: string;
  best: string;
  /** In millionths of the wager. */
  cost: number;
}

/** A hand as the chart names it. */
export function cellOf(hand: { total: number; is_soft: boolean; cards: readonly { rank: string }[] }, up: string, canSplit: boolean): { kind: string; held: string; up: string } {
  const rank = nameOf(hand.cards[0]?.rank ?? '');
  if (canSplit) return { kind: 'pairs', held: rank + rank, up: nameOf(up) };
  return { kind: hand.is_soft ? 'soft' : 'hard', held: String(hand.total), up: nameOf(up) };
}

function nameOf(rank: string): string {
  return 'JQK'.includes(rank) ? 'T' : rank;
}

/** A cost such as `0.149818` of the wager. */
export function millionths(cost: string): number {
  return Math.round(Number(cost) * MILLIONTHS);
}

export class Score {
  constructor(readonly all: readonly Decided[] = []) {}

  static kept(): Score {
    try {
      return new Score(JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as Decided[]);
    } catch {
      return new Score();
    }
  }

  with(decided: Decided): Score {
    const all = [...this.all, decided].slice(-MOST_KEPT);
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(all));
    } catch {
      // A browser that keeps nothing still counts on this page.
    }
    return new Score(all);
  }

  get decisions(): number {
    return this.all.length;
  }

  get best(): number {
    return this.all.filter((each) => each.cost === 0).length;
  }

  /** In units of the wager. */
  get cost(): number {
    return this.all.reduce((sum, each) => sum + each.cost, 0) / MILLIONTHS;
  }

  /** Like mistakes together, the dearest first; `cost` in units of the wager. */
  get mistakes(): { decided: Decided; times: number; cost: number }[] {
    const found = new Map<string, { decided: Decided; times: number; cost: number }>();
    for (const each of this.all.filter(({ cost }) => cost > 0)) {
      const key = [each.kind, each.held, each.up, each.choice].join(' ');
      const there = found.get(key) ?? { decided: each, times: 0, cost: 0 };
      found.set(key, { ...there, times: there.times + 1, cost: there.cost + each.cost / MILLIONTHS });
    }
    return [...found.values()].sort((one, other) => other.cost - one.cost);
  }

  /** What was decided at a cell of the chart. */
  at(kind: string, held: string, up: string): { right: number; wrong: number } {
    const here = this.all.filter((each) => each.kind === kind && each.held === held && each.up === up);
    const wrong = here.filter((each) => each.cost > 0).length;
    return { right: here.length - wrong, wrong };
  }
}

/** A value such as `-0.463807` of the wager, in hundredths: `-46.38%`, `+3.10%`. */
export function inHundredths(value: string | number): string {
  const hundredths = Number(value) * 100;
  return `${hundredths > 0 ? '+' : ''}${hundredths.toFixed(2)}%`;
}

/** A cost has no sign. */
export function costInHundredths(value: string | number): string {
  return `${(Number(value) * 100).toFixed(2)}%`;
}
