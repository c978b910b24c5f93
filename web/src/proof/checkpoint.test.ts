/** A checkpoint checked as a browser does it, by what the house itself makes (tests/floor/test_checkpoints.py keeps it so). */
import { describe, expect, it } from 'vitest';
import type { Published } from './check';
import sample from './checkpoint.json';
import { checkInclusion, rootOf, type Inclusion } from './checkpoint';

const published: Published = sample.published as Published;
const inclusion: Inclusion = sample.inclusion;

function verdict(changed: Partial<Inclusion>, round: Published = published): string {
  const found = checkInclusion(round, { ...inclusion, ...changed });
  return found.verdict === 'failed' ? (found.findings[0]?.code ?? '') : found.verdict;
}

describe('a round under a checkpoint', () => {
  it('holds as the house made it', () => {
    expect(checkInclusion(published, inclusion)).toEqual({ name: 'checkpoint', verdict: 'held', count: 12, findings: [] });
  });

  it('is not checked before the next checkpoint comes', () => {
    expect(checkInclusion(published, null).verdict).toBe('absent');
  });

  it('fails where the entries do not lead to the head', () => {
    expect(verdict({ lines: inclusion.lines.slice(1) })).toBe('off_the_chain');
    expect(verdict({ lines: inclusion.lines.map((line) => line.replace('red', 'black')) })).toBe('off_the_chain');
    const last = { ...published.entries[2]!, hash: '0'.repeat(64) };
    expect(verdict({}, { ...published, entries: [...published.entries.slice(0, 2), last] })).toBe('off_the_chain');
    expect(verdict({ head: inclusion.head + 1 })).toBe('off_the_chain');
  });

  it('fails where the head does not lead to the root', () => {
    for (let at = 0; at < inclusion.path.length; at++) {
      expect(verdict({ path: inclusion.path.map((part, place) => (place === at ? 'ab'.repeat(32) : part)) })).toBe('off_the_root');
      expect(verdict({ path: inclusion.path.filter((_, place) => place !== at) })).toBe('off_the_root');
    }
    expect(verdict({ index: 3 })).toBe('off_the_root');
    expect(verdict({ index: 7 })).toBe('off_the_root');
    expect(verdict({ path: [...inclusion.path, 'ab'.repeat(32)] })).toBe('off_the_root');
    expect(verdict({}, { ...published, table: 't-005' })).not.toBe('held');
    expect(verdict({ note: 'no note' })).toBe('off_the_root');
  });

  it('fails where the signature is not the house’s own', () => {
    expect(verdict({ note: inclusion.note.replace('number 12', 'number 13') })).toBe('not_signed');
    expect(verdict({ note: inclusion.note.replace(/time \S+/, 'time 2026-11-16T00:00:00Z') })).toBe('not_signed');
    expect(verdict({ key: inclusion.key.replace(/\+[0-9a-f]{8}\+/, '+00000000+') })).toBe('not_signed');
    expect(verdict({ key: 'nobody' })).toBe('not_signed');
    const other = inclusion.key.slice(0, -3) + (inclusion.key.at(-3) === 'A' ? 'B' : 'A') + inclusion.key.slice(-2);
    expect(verdict({ key: other })).toBe('not_signed');
  });

  it('climbs a tree of one leaf', () => {
    const leaf = Uint8Array.of(1, 2, 3);
    expect(rootOf(leaf, 0, 1, [])).toEqual(leaf);
    expect(rootOf(leaf, 1, 1, [])).toBeNull();
  });
});
