/** Whoever reads a place is told when that one changes, and of nothing else. */
import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { ByKey } from './by_key.svelte';

it('tells who reads a place of that place alone', () => {
  const stakes = new ByKey(0, ['red', 'black']);
  const seen: string[] = [];
  const end = $effect.root(() => {
    for (const key of ['red', 'black']) {
      $effect(() => {
        seen.push(`${key} ${stakes.of(key)}`);
      });
    }
  });
  flushSync();
  stakes.set(new Map([['red', 500]]));
  flushSync();
  stakes.set(new Map([['red', 500], ['odd', 1000]]));
  flushSync();
  stakes.set(new Map());
  flushSync();
  expect(seen).toEqual(['red 0', 'black 0', 'red 500', 'red 0']);
  end();
});

it('knows of a place that it was not told of', () => {
  const stakes = new ByKey(0, ['red']);
  stakes.set(new Map([['red', 500], ['odd', 1000]]));
  expect(['red', 'odd', 'even'].map((key) => stakes.of(key))).toEqual([500, 1000, 0]);
});
