/** What positions are called in words. */
import { words } from '../../words';

/** `Small`, `Total 9`, `Pair 1 and 3`, `Three dice 1, 1 and 2`. */
export function labelOf({ kind, numbers = [] }: { kind: string; numbers?: readonly number[] }): string {
  const name = words.taiSai.kinds[kind] ?? kind;
  if (numbers.length === 0) return name;
  const last = numbers.at(-1);
  return numbers.length === 1 ? `${name} ${last}` : `${name} ${numbers.slice(0, -1).join(', ')} ${words.taiSai.and} ${last}`;
}
