/** What nobody waits for: done when the page has nothing else to do, one thing after the other. */
const waiting: (() => unknown)[] = [];
let isAsked = false;

/** The returned function takes it back. */
export function later(does: () => unknown): () => void {
  waiting.push(does);
  ask();
  return () => {
    const at = waiting.indexOf(does);
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
  waiting.shift()?.();
  if (waiting.length > 0) ask();
}
