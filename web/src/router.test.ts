import { expect, it } from 'vitest';
import { fits } from './router.svelte';

it.each([
  ['/', '/', {}],
  ['/tables/:id', '/tables/roulette-1', { id: 'roulette-1' }],
  ['/tables/:id', '/tables/roulette-1/', { id: 'roulette-1' }],
  ['/tables/:id', '/tables', null],
  ['/tables/:id', '/tables/a/b', null],
  ['/rulebook/*clause', '/rulebook/D8%203.1(b)', { clause: 'D8 3.1(b)' }],
  ['/about', '/me', null],
  ['/tables/:id', '/tables/%', null],
  ['/tables/:id', '/tables/%E0%A4', null],
  ['/rulebook/*clause', '/rulebook/D8/%', null],
  ['/', '/%', null],
])('%s and %s', (pattern, path, params) => expect(fits(pattern, path)).toEqual(params));
