/** The round that the server publishes, as the checks take it. What the server says of its own draws is left aside. */
import type { components } from '../api/schema';
import type { Published } from './check';

export type RoundProof = components['schemas']['RoundProof'];

type Parts = Pick<RoundProof, 'table' | 'previous' | 'entries'> & { steps: Pick<RoundProof['steps'][number], 'number' | 'draw'>[] };

export function publishedOf(round: Parts): Published {
  return {
    table: round.table,
    before: round.previous || null,
    first: round.entries[0]?.number ?? 0,
    entries: round.entries.map(({ text, hash }) => ({ text, hash })),
    draws: round.steps.flatMap(({ number, draw }) => {
      if (!draw) return [];
      const size = BigInt(draw.size);
      return [{ number, weights: draw.outcomes.map(({ words, places }) => ({ words, numerator: BigInt(places), denominator: size })) }];
    }),
  };
}
