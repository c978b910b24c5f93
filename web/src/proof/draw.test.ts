import { describe, expect, it } from 'vitest';
import vectors from '../../../docs/reference/fairness-vectors.json';
import { fromHex } from './bytes';
import { draw, inOrder, outcome, sealOf } from './draw';

const bytes = (hex: string) => fromHex(hex)!;

function ground(vector: { secret: string; stream: string; round: string; k: string; nonces: string[] }) {
  return { ...vector, secret: bytes(vector.secret), round: BigInt(vector.round), k: BigInt(vector.k), nonces: vector.nonces.map(bytes) };
}

describe('the published test vectors', () => {
  it.each(vectors.secrets)('the seal of secret $seal', ({ secret, seal }) => {
    expect(sealOf(bytes(secret))).toBe(seal);
  });

  it.each(vectors.draws)('$why', (vector) => {
    expect(String(draw(ground(vector), BigInt(vector.size)))).toBe(vector.result);
  });

  it.each(vectors.outcomes)('$why', (vector) => {
    const weights = Object.entries(vector.chance).map(([words, chance]) => {
      const [numerator, denominator = '1'] = String(chance).split('/');
      return { words, numerator: BigInt(numerator!), denominator: BigInt(denominator) };
    });
    expect(outcome(ground(vector), weights).words).toBe(vector.result);
  });
});

describe('the order of what may come', () => {
  const even = (words: string, numerator = 1n, denominator = 2n) => ({ words, numerator, denominator });

  it('has shorter words first, and those of one length by their bytes', () => {
    const weights = ['spin 10', 'spin 2', 'spin 9', 'spin 1'].map((words) => even(words, 1n, 4n));
    expect(inOrder(weights).ordered.map((each) => each.words)).toEqual(['spin 1', 'spin 2', 'spin 9', 'spin 10']);
  });

  it('counts places over the lowest common denominator', () => {
    const weights = [even('card 2c', 2n, 8n), even('card 3c', 1n, 2n), even('card 4c', 3n, 12n)];
    expect(inOrder(weights)).toEqual({
      size: 4n,
      ordered: [{ words: 'card 2c', places: 1n }, { words: 'card 3c', places: 2n }, { words: 'card 4c', places: 1n }],
    });
  });

  it.each([
    ['do not add up', [even('a'), even('b', 1n, 3n)]],
    ['are written alike', [even('a'), even('a')]],
    ['are nothing', [even('a', 0n), even('b', 1n, 1n)]],
    ['are none', []],
  ])('refuses chances that %s', (_, weights) => {
    expect(() => inOrder(weights)).toThrow(RangeError);
  });
});

it('refuses a secret of another length: HMAC would take it for the same key with zeros', () => {
  expect(() => sealOf(new Uint8Array(63))).toThrow(RangeError);
  expect(() => draw({ secret: new Uint8Array(65), stream: 't', round: 0n, k: 0n, nonces: [] }, 37n)).toThrow(RangeError);
});
