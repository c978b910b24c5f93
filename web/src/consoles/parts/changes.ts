/** What else would be different after an act: the sign, the notices, the table's hours, the result. */
import { duration, money } from '../../format';
import type { AnyView } from '../../table/store.svelte';
import { words } from '../../words/staff';

export function changesOf(before: AnyView, after: AnyView): string[] {
  const found: string[] = [];
  if (before.is_open !== after.is_open) found.push(after.is_open ? words.dealing.nowOpen : words.dealing.nowClosed);
  if (differs(before.sign, after.sign)) found.push(words.dealing.newLimits(money(after.sign.minimum), money(after.sign.maximum)));
  if (after.limits && differs(before.limits, after.limits)) {
    const { sign, notice } = after.limits;
    found.push(words.table.limitsAt(money(sign.minimum), money(sign.maximum), duration(notice.at - after.clock)));
  }
  if (after.closing && differs(before.closing, after.closing)) found.push(words.table.closingAt(duration(after.closing.at - after.clock)));
  const [was, is] = [resultOf(before), resultOf(after)];
  if (was !== is) found.push(is ? words.dealing.newResult(is) : words.dealing.noResult);
  return found;
}

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

function resultOf(view: AnyView): string | null {
  return 'result' in view ? view.result : null;
}
