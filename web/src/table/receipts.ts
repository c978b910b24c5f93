/** Receipts and nonces of one's own, kept in this browser so that a round can be checked against them later. */
import type { Receipt } from '../api/types';

export interface Kept extends Receipt {
  nonce: string;
  round: number;
}

const NAME = 'croupier.receipts';
const MOST = 500;

export function keptReceipts(table?: string): Kept[] {
  try {
    const all = JSON.parse(localStorage.getItem(NAME) ?? '[]') as Kept[];
    return table === undefined ? all : all.filter((each) => each.table === table);
  } catch {
    return [];
  }
}

export function keepReceipt(receipt: Receipt, nonce: string, round: number): void {
  try {
    localStorage.setItem(NAME, JSON.stringify([...keptReceipts(), { ...receipt, nonce, round }].slice(-MOST)));
  } catch {
    // A browser that keeps nothing has nothing to check later; the receipt itself stands in the journal.
  }
}
