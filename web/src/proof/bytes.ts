/** Bytes as the proof needs them: hex, text, and numbers with their highest byte first. */
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export { bytesToHex as toHex, concatBytes as joined };

/** The bytes of lower-case hex; null where it is none. */
export function fromHex(text: string): Uint8Array | null {
  return /^(?:[0-9a-f]{2})*$/.test(text) ? hexToBytes(text) : null;
}

/** UTF-8; null where the text holds half of a character, which has no bytes of its own. */
export function utf8(text: string): Uint8Array | null {
  return /\p{Surrogate}/u.test(text) ? null : utf8ToBytes(text);
}

export function bigEndian(value: bigint, bytes: number): Uint8Array {
  const made = new Uint8Array(bytes);
  let left = value;
  for (let at = bytes - 1; at >= 0; at--) {
    made[at] = Number(left & 0xffn);
    left >>= 8n;
  }
  if (left !== 0n) throw new RangeError(`${value} does not fit ${bytes} bytes`);
  return made;
}

export function fromBigEndian(bytes: Uint8Array): bigint {
  return bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

/** As unsigned numbers, byte by byte; of two that begin alike the shorter is first. */
export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const shared = Math.min(one.length, other.length);
  for (let at = 0; at < shared; at++) {
    const difference = one[at]! - other[at]!;
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
