import { expect, test } from 'vitest';
import { Burst } from './scanner';

function fed(...keys: [string, number][]): string[] {
  const burst = new Burst();
  return keys.map(([key, at]) => burst.feed(key, at));
}

test('three keys that follow at once are a scan, ten within 30 ms too', () => {
  expect(fed(['1', 0], ['7', 3], ['Enter', 6])).toEqual(['hand', 'hand', 'begins']);
  const ten = [...'kd9c8c5h0d'].map((key, at) => [key, at * 3] as [string, number]);
  expect(fed(...ten)).toEqual(['hand', 'hand', 'begins', ...Array<string>(7).fill('goes on')]);
});

test('a hand is slower, and two keys struck together are still its own', () => {
  expect(fed(['t', 0], ['h', 12], ['e', 90], ['n', 98])).toEqual(['hand', 'hand', 'hand', 'hand']);
});

test('after a pause the next scan has keys of its own', () => {
  const burst = new Burst();
  for (const [key, at] of [['1', 0], ['7', 1], ['Enter', 2], ['3', 200], ['1', 201], ['Enter', 202]] as const) burst.feed(key, at);
  expect(burst.keys).toEqual(['3', '1', 'Enter']);
});
