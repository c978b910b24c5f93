import type { ShownEntry } from '../../api/types';

/**
 * The newest entries first, each once. News and the answer to a request may both bring an entry, in either order.
 */
export function latestOf(one: readonly ShownEntry[], other: readonly ShownEntry[], most: number): readonly ShownEntry[] {
  const byNumber = new Map([...one, ...other].map((entry) => [entry.number, entry]));
  return [...byNumber.values()].sort((a, b) => b.number - a.number).slice(0, most);
}
