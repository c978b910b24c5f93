/** Plain counts of the numbers on display. They predict nothing, and the page says so. */
import type { RouletteShown } from '../../api/types';

export interface Count {
  name: string;
  count: number;
}

/** How often each even chance, and zero, came up: which numbers belong to which comes from the server. */
export function countsOf(game: RouletteShown, display: readonly number[]): Count[] {
  const chances = game.positions.filter((each) => each.numbers.length === 0);
  const rows = chances.map((each) => ({ name: each.kind, count: display.filter((number) => each.covers.includes(number)).length }));
  return [...rows, { name: 'zero', count: display.filter((number) => number === 0).length }];
}

/** The number that has come most often, if any came twice; of several the latest. */
export function mostOften(display: readonly number[]): { number: number; count: number } | null {
  let best: { number: number; count: number } | null = null;
  for (const number of new Set(display)) {
    const count = display.filter((each) => each === number).length;
    if (count > (best?.count ?? 1)) best = { number, count };
  }
  return best;
}

export const LEAST_SPINS = 10;

export interface Evenness {
  red: number;
  black: number;
  square: number;
  /** How often a fair wheel is at least that uneven. */
  share: number;
}

/** Pearson's chi-square of red against black, zeros left aside: with one degree of freedom its tail is that of the normal law. */
export function evennessOf(counts: readonly Count[]): Evenness | null {
  const of = (name: string) => counts.find((each) => each.name === name)?.count ?? 0;
  const [red, black] = [of('red'), of('black')];
  if (red + black < LEAST_SPINS) return null;
  const square = (red - black) ** 2 / (red + black);
  return { red, black, square, share: tail(square) };
}

/** P(chi-square with one degree of freedom >= square) = erfc(sqrt(square / 2)); Abramowitz and Stegun 7.1.26, to seven digits. */
export function tail(square: number): number {
  const x = Math.sqrt(square / 2);
  const t = 1 / (1 + 0.3275911 * x);
  const series = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429].reduceRight((sum, each) => (sum + each) * t, 0);
  return series * Math.exp(-x * x);
}
