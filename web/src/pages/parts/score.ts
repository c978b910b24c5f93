/** How a practice has gone so far: decisions, how many were the best, and what the others gave away. */
const MILLIONTHS = 1_000_000;

export class Score {
  constructor(
    readonly decisions = 0,
    readonly best = 0,
    private readonly given = 0,
  ) {}

  /** With one more decision, at a cost such as `0.149818` of the wager. */
  with(cost: string): Score {
    const millionths = Math.round(Number(cost) * MILLIONTHS);
    return new Score(this.decisions + 1, this.best + Number(millionths === 0), this.given + millionths);
  }

  /** In units of the wager. */
  get cost(): number {
    return this.given / MILLIONTHS;
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
