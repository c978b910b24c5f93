/** Whose chips an act moves: each person's own sum, and the house's, from the transfers between accounts. */
import type { Considered } from './types';

/** The person whose account it is; nothing for the house's, and null for the layout, which only holds. */
function ownerOf(account: string): string | null {
  const [kind, first = '', second = '', third = ''] = account.split(':');
  if (kind === 'stack') return second;
  // The chips of a tournament's table, which are no money.
  if (kind === 'chips') return first === 'stack' ? third : null;
  if (kind === 'wallet' || kind === 'held') return first;
  return kind === 'float' || kind === 'house' ? '' : null;
}

export function movedBy(transfers: Considered['moved']): [person: string, cents: number][] {
  const sums = new Map<string, number>();
  const add = (account: string, cents: number) => {
    const owner = ownerOf(account);
    if (owner !== null) sums.set(owner, (sums.get(owner) ?? 0) + cents);
  };
  for (const { debit, credit, amount } of transfers) {
    add(debit, -amount);
    add(credit, amount);
  }
  return [...sums].filter(([, cents]) => cents !== 0).sort(([one], [other]) => Number(one === '') - Number(other === ''));
}

/** What the casino would keep for somebody who left it behind: it stays theirs, so it is in nobody's sum. */
export function keptFor(transfers: Considered['moved']): [person: string, cents: number][] {
  const sums = new Map<string, number>();
  for (const { credit, amount } of transfers) {
    const [kind, person = ''] = credit.split(':');
    if (kind === 'held') sums.set(person, (sums.get(person) ?? 0) + amount);
  }
  return [...sums];
}
