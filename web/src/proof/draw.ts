/** The arithmetic of a sealed round, as docs/explanation/fairness.md has it: its seal, and the outcomes that follow from its secret. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bigEndian, compareBytes, fromBigEndian, joined, toHex, utf8 } from './bytes';

const LABEL = 'croupier draw 1';
const SECRET_BYTES = 64;
const WORDS = 1n << 64n;

/** Something that may come, in the words of the notation, and how likely that is. */
export interface Weight {
  words: string;
  numerator: bigint;
  denominator: bigint;
}

/** All that an outcome hangs on, but for what may come. */
export interface Ground {
  secret: Uint8Array;
  stream: string;
  /** The number of the entry that carries the seal. */
  round: bigint;
  /** How many outcomes the round had before this one. */
  k: bigint;
  nonces: readonly Uint8Array[];
}

export function sealOf(secret: Uint8Array): string {
  if (secret.length !== SECRET_BYTES) throw new RangeError(`a secret has ${SECRET_BYTES} bytes`);
  return toHex(sha256(secret));
}

/** A number below `size`, each as likely as any other: HMAC-SHA-256 blocks, and words that would favour low numbers passed over. */
export function draw({ secret, stream, round, k, nonces }: Ground, size: bigint): bigint {
  if (secret.length !== SECRET_BYTES) throw new RangeError(`a secret has ${SECRET_BYTES} bytes`);
  if (size < 1n || size > WORDS) throw new RangeError('a draw is from 1 to 2^64 outcomes');
  const before = [text(LABEL), text(stream), bigEndian(round, 8), bigEndian(k, 8)].map(framed);
  const after = [...nonces].sort(compareBytes).map(framed);
  if (size === 1n) return 0n;
  for (let block = 0n; ; block++) {
    const found = firstInRange(hmac(sha256, secret, joined(...before, framed(bigEndian(block, 8)), ...after)), size);
    if (found !== null) return found;
  }
}

/** What comes of all that may come, each as likely as its weight says. */
export function outcome(ground: Ground, weights: readonly Weight[]): { words: string; index: bigint; size: bigint } {
  const { ordered, size } = inOrder(weights);
  const index = draw(ground, size);
  let left = index;
  for (const { words, places } of ordered) {
    if (left < places) return { words, index, size };
    left -= places;
  }
  throw new RangeError('the places do not add up');
}

/** The outcomes in the one order that all agree on, and how many places each has. */
export function inOrder(weights: readonly Weight[]): { ordered: { words: string; places: bigint }[]; size: bigint } {
  if (weights.some((each) => each.numerator < 1n || each.denominator < 1n)) throw new RangeError('a chance is above nothing');
  const reduced = weights.map((each) => {
    const shared = divisor(each.numerator, each.denominator);
    return { words: each.words, numerator: each.numerator / shared, denominator: each.denominator / shared };
  });
  const size = reduced.reduce((sum, each) => (sum / divisor(sum, each.denominator)) * each.denominator, 1n);
  const placed = reduced.map((each) => ({
    words: each.words,
    bytes: text(each.words),
    places: each.numerator * (size / each.denominator),
  }));
  if (placed.reduce((sum, each) => sum + each.places, 0n) !== size) throw new RangeError('the chances do not add up to one');
  if (new Set(weights.map((each) => each.words)).size < weights.length) throw new RangeError('two outcomes are written alike');
  placed.sort((one, other) => one.bytes.length - other.bytes.length || compareBytes(one.bytes, other.bytes));
  return { ordered: placed.map(({ words, places }) => ({ words, places })), size };
}

function firstInRange(block: Uint8Array, size: bigint): bigint | null {
  for (let at = 0; at < block.length; at += 8) {
    const word = fromBigEndian(block.subarray(at, at + 8));
    if (word < WORDS - (WORDS % size)) return word % size;
  }
  return null;
}

/** A part behind its own length: so no two lists of parts are the same message. */
function framed(part: Uint8Array): Uint8Array {
  return joined(bigEndian(BigInt(part.length), 4), part);
}

function text(words: string): Uint8Array {
  const bytes = utf8(words);
  if (bytes === null) throw new RangeError('half a character');
  return bytes;
}

function divisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : divisor(other, one % other);
}
