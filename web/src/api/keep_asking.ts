/** A list that could not be loaded is asked for again until there is a connection. */
import type { Answer } from './client';

export const AGAIN_MILLISECONDS = 4000;

/** Asks at once; returns what ends it. An answer ends it too, a refusal among them. */
export function keepAsking(load: () => Promise<Answer<unknown>>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const ask = async (): Promise<void> => {
    const answer = await load();
    if (!isOver && !answer.ok && answer.status === 0) timer = setTimeout(() => void ask(), AGAIN_MILLISECONDS);
  };
  void ask();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
