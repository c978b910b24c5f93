/** Exact figures as they are shown: rounded for the eye, with the fraction beside it where that is short enough to read. */
import { grouped } from '../../format';
import type { Share } from './types';

const LONGEST_FRACTION = 13;

export function percent(share: Share): string {
  return `${share.percent}%`;
}

/** `1/37`; empty where it would fill the line. */
export function fraction(share: Share): string {
  if (share.denominator === '1') return share.numerator;
  const text = `${share.numerator}/${share.denominator}`;
  return text.length <= LONGEST_FRACTION ? text : '';
}

/** A share as a number, for the length of a bar and the order of rows only. */
export function measure(share: Share): number {
  return Number(share.percent);
}

/** An amount that need not be whole, given in rounded cents such as `-54.0541`: `$0.54`, without its sign. */
export function averageMoney(cents: string): string {
  const [whole = '0', parts = ''] = cents.replace('-', '').split('.');
  const padded = whole.padStart(3, '0');
  const rest = parts.slice(0, 2).replace(/0+$/, '');
  return `$${grouped(Number(padded.slice(0, -2)))}.${padded.slice(-2)}${rest}`;
}

/** Rows of a chart from the highest down: names that are no numbers, such as a pair of aces, stand first. */
export function rowsOf<T>(rows: Readonly<Record<string, T>>): [string, T][] {
  const all = Object.entries(rows);
  const isNumber = (name: string) => /^\d+$/.test(name);
  const numbers = all.filter(([name]) => isNumber(name)).sort(([one], [other]) => Number(other) - Number(one));
  return [...all.filter(([name]) => !isNumber(name)), ...numbers];
}
