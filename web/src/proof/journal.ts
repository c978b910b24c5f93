/** Entries of a table's journal as they are published: the line with its stamp, and the hash that chains it. */
import { sha256 } from '@noble/hashes/sha2.js';
import { joined, toHex, fromHex, utf8 } from './bytes';

export interface Entry {
  /** As it was written; below that of entry 0 stands the header. */
  text: string;
  /** In hex. */
  hash: string;
}

/** What stands behind an act on its line. */
export interface Stamp {
  number: number;
  time: string;
  note: string;
  nonce: string;
  reveal: string;
  seal: string;
}

/** An entry, read: what was done, without who did it, and its stamp. */
export interface Line {
  actor: string;
  words: string;
  stamp: Stamp;
}

export const SECRET_LOST = 'secret lost';

const FIRST_LINE = 'croupier journal 1';
const TIME = '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z';
const FOUND = new RegExp(`(?:(?<=\\S) |^)(?<stamp># [0-9]{1,18} ${TIME}(?: [^#]*)?)$`);
const PARTS = new RegExp(
  `^# (?<number>0|[1-9][0-9]{0,17}) (?<time>${TIME})(?: (?<note>[a-z][^\\n]*?))??(?: key [A-Za-z0-9_.-]{1,64})?` +
    `(?: nonce (?<nonce>[0-9a-f]{32}))?(?: closes ${TIME})?(?: reveal (?<reveal>[0-9a-f]{128}))?(?: seal (?<seal>[0-9a-f]{64}))?$`,
);
const SAID = /^(?<actor>[^:\n]*): (?<words>[^\n]*)$/;

/** Null where the line has no whole stamp. */
export function readLine(text: string): Line | null {
  const first = text.split('\n', 1)[0] ?? '';
  const found = FOUND.exec(first);
  const parts = found?.groups?.stamp === undefined ? null : PARTS.exec(found.groups.stamp);
  if (!found || !parts?.groups) return null;
  const { number, time, note, nonce, reveal, seal } = parts.groups;
  const said = SAID.exec(first.slice(0, found.index))?.groups;
  return {
    actor: said?.actor ?? '',
    words: said?.words ?? '',
    stamp: { number: Number(number), time: time ?? '', note: note ?? '', nonce: nonce ?? '', reveal: reveal ?? '', seal: seal ?? '' },
  };
}

/** The hash that an entry must have after the hash before it; none comes before entry 0. Null where that cannot be said. */
export function hashAfter(stream: string, previous: string | null, text: string): string | null {
  const [before, after] = previous === null ? [utf8(`${FIRST_LINE}\n${stream}\n`), utf8(text)] : [fromHex(previous), utf8(text)];
  return before && after ? toHex(sha256(joined(before, after))) : null;
}
