import { expect, it } from 'vitest';
import { isWanted } from './kept';
import type { Drill } from './types';

const drill = { lesson: 'roulette/pay/whole-number', kind: 'pay', game: 'roulette' } as Drill;

it.each([
  ['', true],
  ['kind=pay', true],
  ['kind=read', false],
  ['lesson=roulette/pay/whole-number', true],
  ['lesson=roulette/pay/one-number&kind=pay', false],
])('of kept drills, %s asks for this one: %j', (asked, wanted) => expect(isWanted(drill, new URLSearchParams(asked))).toBe(wanted));
