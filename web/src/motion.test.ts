import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Timeline } from './motion';
import { settings } from './settings.svelte';

beforeEach(() => {
  vi.useFakeTimers();
  settings.motion = 'auto';
  vi.spyOn(settings, 'isStill', 'get').mockReturnValue(false);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('pauses, and goes on', async () => {
  const pausing = new Timeline().begin().pause(3000);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await pausing).toBe(true);
});

it('ends a pause at once when it is cancelled', async () => {
  const timeline = new Timeline();
  const pausing = timeline.begin().pause(3000);
  timeline.cancel();
  expect(await pausing).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

it('runs one course: the next one cancels the one before', async () => {
  const timeline = new Timeline();
  const first = timeline.begin();
  const pausing = first.pause(3000);
  const second = timeline.begin();
  expect([await pausing, first.isCancelled, second.isCancelled]).toEqual([false, true, false]);
  expect(await first.pause(1)).toBe(false);
});
