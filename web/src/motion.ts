/** Motion by the Web Animations API: only transform and opacity move, and nothing does where stillness is wanted. */
import { settings } from './settings.svelte';

type Frame = { transform?: string; opacity?: number; offset?: number; easing?: string };

/** Until when something moves, by the clock of `performance.now`. */
let stillFrom = 0;

/** Something moves for so long. Whatever nobody waits for is not done meanwhile. */
export function moves(milliseconds: number): void {
  stillFrom = Math.max(stillFrom, performance.now() + milliseconds);
}

/** In so many milliseconds nothing moves; 0 while nothing does. */
export function stillIn(): number {
  return Math.max(0, stillFrom - performance.now());
}

/** What each element does now: whatever it does next takes its place. */
const running = new WeakMap<Element, Animation>();

/** Plays and holds the last frame; resolves when it is over, at once where nothing may move. */
export async function animate(element: Element, frames: Frame[], options: KeyframeAnimationOptions): Promise<void> {
  const still = settings.isStill;
  running.get(element)?.cancel();
  const animation = element.animate(frames as Keyframe[], { fill: 'forwards', ...options, ...(still ? { duration: 0, delay: 0 } : shortened(options)) });
  running.set(element, animation);
  if (!still) moves(Number(options.duration ?? 0) + (options.delay ?? 0));
  try {
    await animation.finished;
    // The styles stay and the animation goes, so that they do not pile up.
    animation.commitStyles();
    animation.cancel();
  } catch {
    // It was cancelled: another took its place, or the element has gone.
  }
}

/** The same times, or shorter ones where the viewer wants them so. */
export function shortened({ duration, delay }: KeyframeAnimationOptions): { duration?: number; delay?: number } {
  const scale = settings.motionScale;
  return { ...(duration === undefined ? {} : { duration: Number(duration) * scale }), ...(delay === undefined ? {} : { delay: delay * scale }) };
}

/** What has moved lies still for a moment before anything is drawn: nothing else is done while it moves. */
export const STILL_MILLISECONDS = 150;

const LONGEST_FRAME_MILLISECONDS = 200;

/** After the next frame has been drawn: what is measured then costs no layout of its own. A page that is not seen draws none. */
export function drawn(does: () => void): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    does();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LONGEST_FRAME_MILLISECONDS);
}

/**
 * The motion of one table. It runs one course at a time: a course that begins cancels the one before, and leaving the table
 * cancels the last. Nothing of a cancelled course is shown, said or heard any more.
 */
export class Timeline {
  private cancelling = new AbortController();

  begin(): Course {
    this.cancel();
    this.cancelling = new AbortController();
    return new Course(this.cancelling.signal);
  }

  cancel(): void {
    this.cancelling.abort();
  }
}

export class Course {
  constructor(private readonly cancelled: AbortSignal) {}

  get isCancelled(): boolean {
    return this.cancelled.aborted;
  }

  /** What was changed is drawn before more is: all of it in one frame would hold up whatever moves. Says whether the course goes on. */
  frame(): Promise<boolean> {
    if (settings.isStill || this.isCancelled) return Promise.resolve().then(() => !this.isCancelled);
    return new Promise((done) => drawn(() => done(!this.isCancelled)));
  }

  /** Waits, but not where nothing moves. Says whether the course goes on after it. */
  pause(milliseconds: number): Promise<boolean> {
    if (settings.isStill || this.isCancelled) return Promise.resolve().then(() => !this.isCancelled);
    return new Promise((done) => {
      moves(milliseconds);
      const timer = setTimeout(() => {
        this.cancelled.removeEventListener('abort', stop);
        done(true);
      }, milliseconds * settings.motionScale);
      const stop = () => {
        clearTimeout(timer);
        done(false);
      };
      this.cancelled.addEventListener('abort', stop, { once: true });
    });
  }
}
