import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Answer } from './client';
import { AGAIN_MILLISECONDS, keepAsking } from './keep_asking';

const LOST = { ok: false, status: 0, fault: { code: 'offline', why: '' } } as unknown as Answer<unknown>;
const FOUND = { ok: true, value: {} } as Answer<unknown>;
const REFUSED = { ok: false, status: 404, fault: { code: 'unknown', why: '' } } as unknown as Answer<unknown>;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('asks until there is an answer, and no further', async () => {
  const answers = [LOST, LOST, FOUND];
  const load = vi.fn(() => Promise.resolve(answers.shift() as Answer<unknown>));
  keepAsking(load);
  await vi.advanceTimersByTimeAsync(10 * AGAIN_MILLISECONDS);
  expect(load).toHaveBeenCalledTimes(3);
});

it('takes a refusal for an answer', async () => {
  const load = vi.fn(() => Promise.resolve(REFUSED));
  keepAsking(load);
  await vi.advanceTimersByTimeAsync(2 * AGAIN_MILLISECONDS);
  expect(load).toHaveBeenCalledTimes(1);
});

it('asks no more once it is ended', async () => {
  const load = vi.fn(() => Promise.resolve(LOST));
  const end = keepAsking(load);
  await vi.advanceTimersByTimeAsync(AGAIN_MILLISECONDS);
  end();
  await vi.advanceTimersByTimeAsync(5 * AGAIN_MILLISECONDS);
  expect(load).toHaveBeenCalledTimes(2);
});
