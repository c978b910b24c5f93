/** What nobody waits for: done when the page has nothing else to do and nothing moves, one thing after the other. */
import { stillIn } from '../motion';

interface Waiting {
  does: () => unknown;
  since: number;
}

const waiting: Waiting[] = [];
let isAsked = false;

/** Something moves, but not for ever: after so long it is done all the same. */
const LONGEST_MILLISECONDS = 8000;

/** The returned function takes it back. */
export function later(does: () => unknown): () => void {
  const own = { does, since: performance.now() };
  waiting.push(own);
  ask();
  return () => {
    const at = waiting.indexOf(own);
    if (at >= 0) waiting.splice(at, 1);
  };
}

function ask(): void {
  if (isAsked) return;
  isAsked = true;
  // Safari has no idle callback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(next, { timeout: 1000 });
  else setTimeout(next, 50);
}

function next(): void {
  isAsked = false;
  const [first] = waiting;
  const still = stillIn();
  if (first && still > 0 && performance.now() - first.since < LONGEST_MILLISECONDS) {
    isAsked = true;
    setTimeout(() => {
      isAsked = false;
      ask();
    }, still);
    return;
  }
  waiting.shift()?.does();
  if (waiting.length > 0) ask();
}
