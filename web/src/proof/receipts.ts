/** One's own receipts as `croupier verify --receipts` reads them: a line each, with table, number and hash. */
import type { OwnReceipt } from './check';

export function exportedReceipts(receipts: readonly Pick<OwnReceipt, 'table' | 'number' | 'hash'>[]): string {
  const lines = receipts.map((each) => `${each.table} ${each.number} ${each.hash}\n`);
  return [...new Set(lines)].join('');
}
