/** Motion by the Web Animations API: only transform and opacity move, and nothing does where stillness is wanted. */
import { settings } from './settings.svelte';

type Frame = { transform?: string; opacity?: number; offset?: number; easing?: string };

/** Plays and holds the last frame; resolves when it is over, at once where nothing may move. */
export async function animate(element: Element, frames: Frame[], options: KeyframeAnimationOptions): Promise<void> {
  const still = settings.isStill;
  const animation = element.animate(frames as Keyframe[], { fill: 'forwards', ...options, ...(still ? { duration: 0, delay: 0 } : {}) });
  try {
    await animation.finished;
    // The styles stay and the animation goes, so that they do not pile up.
    animation.commitStyles();
    animation.cancel();
  } catch {
    // It was cancelled: another took its place, or the element has gone.
  }
}

/** What has moved lies still for a moment before anything is drawn: nothing else is done while it moves. */
export const STILL_MILLISECONDS = 150;

/** A pause in a presentation; none where nothing moves. */
export function pause(milliseconds: number): Promise<void> {
  return settings.isStill ? Promise.resolve() : new Promise((done) => setTimeout(done, milliseconds));
}
