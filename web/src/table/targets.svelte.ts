/**
 * One behaviour for every place that takes chips, on a cloth, an area or a box. A press puts a chip down; a right click,
 * a long press, Delete or minus takes all of one's own back; arrow keys go to the next place; Tab comes to one of them.
 */
import type { Attachment } from 'svelte/attachments';
import type { Position } from '../api/types';
import { money } from '../format';
import { words } from '../words';
import { flyChip } from './fly';
import { keyOf, positionOf } from './positions';

const HOLD_MILLISECONDS = 550;

interface Chips {
  place(position: Position): Promise<boolean>;
  remove(position: Position): Promise<boolean>;
  /** What one has there. Without it every place may be held. */
  stakeOn?(position: Position): number;
}

export class Targets {
  /** The place that Tab comes to. */
  current = $state('');
  private hovered = $state<string | null>(null);
  private isFocused = $state(false);
  /** By a finger: what it has left is not looked at any more, though the focus stays there. */
  private isTouched = $state(false);
  /** A finger has stayed on a place until its chips came back: letting go does nothing more. */
  isHeld = $state(false);
  private readonly elements = new Map<string, HTMLElement | SVGElement>();

  /** `next` names the place that an arrow key goes to from a place. */
  constructor(
    private readonly chips: Chips,
    first = '',
    private readonly next: (key: string, arrow: string) => string | null | undefined = () => null,
  ) {
    this.current = first;
  }

  /** The place under the hand: of the mouse, or else of the keyboard. */
  get looked(): string | null {
    return this.hovered ?? (this.isFocused && !this.isTouched ? this.current : null);
  }

  /** For `{@attach targets.at(position)}`. */
  at(where: Position): Attachment<HTMLElement | SVGElement> {
    const position = positionOf(where);
    const key = keyOf(position);
    return (element) => {
      const listening = new AbortController();
      let held: ReturnType<typeof setTimeout> | undefined;
      let wasHeld = false;
      const on = <K extends keyof HTMLElementEventMap>(event: K, does: (event: HTMLElementEventMap[K]) => void) =>
        element.addEventListener(event, does as EventListener, { signal: listening.signal });
      const letGo = () => clearTimeout(held);

      on('click', () => {
        if (!wasHeld) {
          this.current = key;
          flyChip(element);
          void this.chips.place(position);
        }
        wasHeld = false;
      });
      on('contextmenu', (event) => {
        event.preventDefault();
        if (!wasHeld) void this.chips.remove(position);
      });
      on('pointerdown', (event) => {
        wasHeld = this.isHeld = false;
        this.isTouched = event.pointerType !== 'mouse';
        if (event.pointerType === 'mouse' || this.chips.stakeOn?.(position) === 0) return;
        held = setTimeout(() => {
          wasHeld = this.isHeld = true;
          void this.chips.remove(position);
        }, HOLD_MILLISECONDS);
      });
      on('pointerup', letGo);
      on('pointercancel', letGo);
      on('pointerenter', (event) => {
        if (event.pointerType === 'mouse') this.hovered = key;
      });
      on('pointerleave', () => {
        letGo();
        this.hovered = null;
      });
      on('focus', () => {
        this.current = key;
        this.isFocused = true;
      });
      // A place that is taken off the page loses the focus while the page is drawn, when nothing may be changed.
      on('blur', () => queueMicrotask(() => (this.isFocused = this.hasFocus())));
      on('keydown', (event) => {
        this.isTouched = false;
        if (this.pressed(event, key, position, element instanceof HTMLButtonElement)) event.preventDefault();
      });
      this.elements.set(key, element);
      return () => {
        letGo();
        listening.abort();
        if (this.elements.get(key) === element) this.elements.delete(key);
        if (this.hovered === key) this.hovered = null;
      };
    };
  }

  private hasFocus(): boolean {
    return [...this.elements.values()].some((each) => each === document.activeElement);
  }

  /** Whether the key was meant for this place. A button of HTML presses itself. */
  private pressed({ key: pressed }: KeyboardEvent, key: string, position: Position, isButton: boolean): boolean {
    if (pressed.startsWith('Arrow')) {
      const found = this.next(key, pressed);
      // At once: the key after it may be Enter, and belongs to the new place.
      if (found) this.elements.get(found)?.focus();
      return true;
    }
    if (pressed === 'Delete' || pressed === '-') {
      void this.chips.remove(position);
      return true;
    }
    if (isButton || (pressed !== 'Enter' && pressed !== ' ')) return false;
    void this.chips.place(position);
    return true;
  }
}

/** A place with what lies on it, as it is read aloud. */
export function targetWords(name: string, own: number, others: number, isLit = false): string {
  return [
    name,
    ...(own ? [words.layout.own(money(own))] : []),
    ...(others ? [words.layout.others(money(others))] : []),
    ...(isLit ? [words.layout.wins] : []),
  ].join(', ');
}
