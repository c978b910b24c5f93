import type { SlipShown } from '../../api/types';
import { money } from '../../format';
import { words } from '../../words/staff';

/** What a count is over or short; empty for a slip that is no count. */
export function differenceWords(slip: SlipShown): string {
  const w = words.counting;
  if (slip.difference === null) return '';
  if (!slip.difference) return w.exact;
  return slip.difference > 0 ? w.over(money(slip.difference)) : w.short(money(-slip.difference));
}
