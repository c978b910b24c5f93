/** What is printed on a layout, as it stands on the screen: numbers, words, dice and symbols. Chips are not print. */
import type { Rect } from './clear';

/** A line of text is higher than its letters. */
const LETTERS = 0.72;

export function printedIn(field: HTMLElement): Rect[] {
  const texts = document.createTreeWalker(field, NodeFilter.SHOW_TEXT);
  const found: Rect[] = [];
  const range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.textContent?.trim() || text.parentElement?.closest('.chips, .paid, svg')) continue;
    range.selectNodeContents(text);
    const { left, right, top, bottom } = seen(range.getBoundingClientRect(), field);
    const margin = ((bottom - top) * (1 - LETTERS)) / 2;
    found.push({ left, right, top: top + margin, bottom: bottom - margin });
  }
  return [...found, ...placesIn(field, 'svg:not(.chips)')];
}

export function placesIn(field: HTMLElement, selector: string): Rect[] {
  return [...field.querySelectorAll(selector)].map((each) => seen(each.getBoundingClientRect(), field));
}

function seen({ left, top, right, bottom }: DOMRect, field: HTMLElement): Rect {
  const from = field.getBoundingClientRect();
  return { left: left - from.left, top: top - from.top, right: right - from.left, bottom: bottom - from.top };
}
