/**
 * That a round is under a checkpoint which the house has signed: from the round's last entry along the journal to its head,
 * from the head up to the root, and from the root to the signature. It works on plain http too, where browsers have no
 * crypto of their own.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { compareBytes, fromHex, joined, toHex, utf8 } from './bytes';
import type { Check, Finding, Published } from './check';
import { hashAfter } from './journal';

/** As the server publishes it. */
export interface Inclusion {
  /** Name, id and public key of the house. */
  key: string;
  note: string;
  /** The entries after the round's last, up to the head of the journal at that time. */
  lines: readonly string[];
  head: number;
  hash: string;
  index: number;
  /** In hex, from the leaf up. */
  path: readonly string[];
}

interface Note {
  /** What is signed. */
  text: string;
  origin: string;
  size: number;
  root: Uint8Array;
  signer: string;
  signature: Uint8Array;
}

const ED25519 = 1;
const KEY = /^(?<name>[^+\n]+)\+(?<id>[0-9a-f]{8})\+(?<encoded>[A-Za-z0-9+/]+={0,2})$/;
const NOTE = /^(?<text>(?<origin>[^\n]+)\n(?<size>[1-9][0-9]*)\n(?<root>[A-Za-z0-9+/]+={0,2})\n(?:[^\n]+\n)*)\n\u2014 (?<signer>[^ \n]+) (?<signature>[A-Za-z0-9+/]+={0,2})\n$/u;

export function checkInclusion(published: Published, inclusion: Inclusion | null): Check {
  if (!inclusion) return { name: 'checkpoint', verdict: 'absent', count: 0, findings: [finding('no_checkpoint')] };
  const fault = faultOf(published, inclusion);
  const number = /^number (\d+)$/m.exec(inclusion.note)?.[1] ?? '';
  return { name: 'checkpoint', verdict: fault ? 'failed' : 'held', count: Number(number), findings: fault ? [finding(fault)] : [] };
}

function finding(code: Finding['code']): Finding {
  return { code, entry: null, facts: {} };
}

function faultOf(published: Published, inclusion: Inclusion): Finding['code'] | null {
  const note = readNote(inclusion.note);
  const last = published.first + published.entries.length - 1;
  const head = headOf(published, inclusion.lines);
  if (head === null || head !== inclusion.hash || inclusion.head !== last + inclusion.lines.length) return 'off_the_chain';
  const leaf = utf8(`${publicName(published.table)} ${inclusion.head} ${inclusion.hash}`);
  const root = note && leaf ? rootOf(sha256(joined(Uint8Array.of(0), leaf)), inclusion.index, note.size, inclusion.path) : null;
  if (!note || !root || compareBytes(root, note.root) !== 0) return 'off_the_root';
  return isSigned(note, inclusion.key) ? null : 'not_signed';
}

/** A checkpoint is for everybody: it names a private table by a hash of its name, for the name lets people in. */
export function publicName(table: string): string {
  const name = /^[a-z-]+-private-[a-z2-7]{26}$/.test(table) ? utf8(table) : null;
  return name ? `private-${toHex(sha256(name)).slice(0, 40)}` : table;
}

/** The hash of the journal's head, worked out from the round's last entry. */
function headOf(published: Published, lines: readonly string[]): string | null {
  let hash: string | null = published.entries.at(-1)?.hash ?? null;
  for (const line of lines) {
    if (hash === null) return null;
    hash = hashAfter(published.table, hash, line);
  }
  return hash;
}

/** As RFC 6962 has it; null where the path does not fit the place and the size. */
export function rootOf(leaf: Uint8Array, index: number, size: number, path: readonly string[]): Uint8Array | null {
  let [at, last, hash] = [index, size - 1, leaf];
  if (at < 0 || at > last) return null;
  for (const part of path) {
    const other = fromHex(part);
    if (!other || last === 0) return null;
    if (at % 2 === 1 || at === last) {
      hash = sha256(joined(Uint8Array.of(1), other, hash));
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else {
      hash = sha256(joined(Uint8Array.of(1), hash, other));
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : null;
}

function readNote(note: string): Note | null {
  const found = NOTE.exec(note)?.groups;
  if (!found) return null;
  const [root, signature] = [fromBase64(found.root ?? ''), fromBase64(found.signature ?? '')];
  if (!root || !signature) return null;
  return { text: found.text ?? '', origin: found.origin ?? '', size: Number(found.size), root, signer: found.signer ?? '', signature };
}

function isSigned(note: Note, key: string): boolean {
  const { name, id, encoded } = KEY.exec(key)?.groups ?? {};
  const bytes = fromBase64(encoded ?? '');
  const text = utf8(note.text);
  const named = utf8(`${name}\n`);
  if (!bytes || !text || !named || bytes[0] !== ED25519 || note.signer !== name) return false;
  const expected = toHex(sha256(joined(named, bytes)).slice(0, 4));
  if (expected !== id || toHex(note.signature.slice(0, 4)) !== id) return false;
  try {
    return ed25519.verify(note.signature.slice(4), text, bytes.slice(1));
  } catch {
    return false; // of another length, or no point of the curve
  }
}

function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
