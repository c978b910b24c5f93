/** What types like a keyboard, faster than a hand: a shoe reader or a wheel sensor, while a dialog is open. */

/** Keys of one scan follow one another so soon, in milliseconds. */
const GAP = 30;
/** So many keys in a row are no hand's any more: two may be struck together. */
const LEAST = 3;
const CLOSED = 50;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export class Burst {
  /** Since the last pause. */
  keys: readonly string[] = [];
  private last = -Infinity;

  /** Whether a hand may have pressed it, or a scan is seen now, or goes on. */
  feed(key: string, at: number): 'hand' | 'begins' | 'goes on' {
    this.keys = at - this.last < GAP ? [...this.keys, key] : [key];
    this.last = at;
    if (this.keys.length < LEAST) return 'hand';
    return this.keys.length === LEAST ? 'begins' : 'goes on';
  }
}

/**
 * A scan is taken out of a dialog's field again and presses nothing there. `waits` is told at once; `read` gets the keys
 * when the dialog is closed. It looks until what it returns is called.
 */
export function catchScans(waits: (keys: readonly string[]) => void, read: (keys: readonly string[]) => void): () => void {
  const burst = new Burst();
  let field: Field | null = null;
  let before = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watches = new Set<ReturnType<typeof setInterval>>();

  function pressed(event: KeyboardEvent): void {
    const dialog = document.querySelector<HTMLDialogElement>('dialog[open]');
    if (!dialog || event.ctrlKey || event.metaKey || event.altKey || (event.key.length !== 1 && event.key !== 'Enter')) return;
    const kind = burst.feed(event.key, performance.now());
    if (burst.keys.length === 1) {
      field = fieldAt(document.activeElement);
      before = field?.value ?? '';
    }
    if (kind === 'hand') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (kind === 'begins' && field) restore(field, before);
    clearTimeout(timer);
    timer = setTimeout(() => hold(dialog, burst.keys), 2 * GAP);
  }

  function hold(dialog: HTMLDialogElement, keys: readonly string[]): void {
    waits(keys);
    const watch = setInterval(() => {
      if (dialog.open && dialog.isConnected) return;
      clearInterval(watch);
      watches.delete(watch);
      read(keys);
    }, CLOSED);
    watches.add(watch);
  }

  window.addEventListener('keydown', pressed, true);
  return () => {
    window.removeEventListener('keydown', pressed, true);
    clearTimeout(timer);
    watches.forEach(clearInterval);
  };
}

function fieldAt(element: Element | null): Field | null {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
  return isField ? element : null;
}

function restore(field: Field, value: string): void {
  if (field.value === value) return;
  field.value = value;
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
