/** One behaviour for a button of HTML and for a group of a drawing. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Targets, targetWords } from './targets.svelte';

const RED = { kind: 'red', numbers: [] };
const BLACK = { kind: 'black', numbers: [] };
let done: string[];
let targets: Targets;
let ends: (() => void)[];

function put(element: HTMLElement | SVGElement, position = RED): HTMLElement | SVGElement {
  element.setAttribute('tabindex', '0');
  document.body.append(element);
  const end = targets.at(position)(element);
  if (end) ends.push(end);
  return element;
}
const button = () => document.createElement('button');
const drawn = () => document.createElementNS('http://www.w3.org/2000/svg', 'g');
const pointer = (type: string, pointerType: string) => Object.assign(new Event(type), { pointerType });

function press(element: Element, key: string): boolean {
  const event = new KeyboardEvent('keydown', { key, cancelable: true });
  element.dispatchEvent(event);
  return event.defaultPrevented;
}

beforeEach(() => {
  vi.useFakeTimers();
  [done, ends] = [[], []];
  const note = (what: string) => async (position: { kind: string }) => Boolean(done.push(`${what} ${position.kind}`));
  targets = new Targets({ place: note('place'), remove: note('remove') }, 'red', (key, arrow) => (key === 'red' && arrow === 'ArrowRight' ? 'black' : null));
});
afterEach(() => {
  for (const end of ends) end();
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe.each([
  ['a button', button],
  ['a drawn place', drawn],
])('%s', (_name, make) => {
  it('takes a chip by a press, and gives it back by a right click, Delete or minus', () => {
    const place = put(make());
    place.dispatchEvent(new MouseEvent('click'));
    place.dispatchEvent(new MouseEvent('contextmenu', { cancelable: true }));
    expect([press(place, 'Delete'), press(place, '-'), press(place, 'x')]).toEqual([true, true, false]);
    expect(done).toEqual(['place red', 'remove red', 'remove red', 'remove red']);
  });

  it('gives it back by a long press of a finger, and the click after it does nothing', () => {
    const place = put(make());
    place.dispatchEvent(pointer('pointerdown', 'touch'));
    vi.advanceTimersByTime(600);
    place.dispatchEvent(pointer('pointerup', 'touch'));
    place.dispatchEvent(new MouseEvent('contextmenu', { cancelable: true }));
    place.dispatchEvent(new MouseEvent('click'));
    expect(done).toEqual(['remove red']);
    place.dispatchEvent(new MouseEvent('click'));
    expect(done).toEqual(['remove red', 'place red']);
  });

  it('is not held by a mouse, nor by a finger that moves away', () => {
    const place = put(make());
    place.dispatchEvent(pointer('pointerdown', 'mouse'));
    vi.advanceTimersByTime(600);
    place.dispatchEvent(pointer('pointerdown', 'touch'));
    place.dispatchEvent(pointer('pointerleave', 'touch'));
    vi.advanceTimersByTime(600);
    expect(done).toEqual([]);
  });

  it('is looked at under the mouse, or else under the keyboard', async () => {
    const [red, black] = [put(make()), put(make(), BLACK)];
    red.focus();
    expect(targets.looked).toBe('red');
    black.dispatchEvent(pointer('pointerenter', 'touch'));
    expect(targets.looked).toBe('red');
    black.dispatchEvent(pointer('pointerenter', 'mouse'));
    expect(targets.looked).toBe('black');
    black.dispatchEvent(pointer('pointerleave', 'mouse'));
    red.blur();
    await Promise.resolve();
    expect(targets.looked).toBe(null);
    red.focus();
    black.focus();
    await Promise.resolve();
    expect(targets.looked).toBe('black');
    // What a finger has left is looked at no more, until a key is pressed there.
    black.dispatchEvent(pointer('pointerdown', 'touch'));
    expect(targets.looked).toBe(null);
    black.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));
    expect(targets.looked).toBe('black');
  });
});

it('lets arrow keys go on to the next place, and Tab come back to it', () => {
  const [red, black] = [put(button()), put(button(), BLACK)];
  red.focus();
  expect([press(red, 'ArrowRight'), document.activeElement === black, targets.current]).toEqual([true, true, 'black']);
  expect([press(black, 'ArrowRight'), document.activeElement === black]).toEqual([true, true]);
});

it('presses a drawn place by Enter and the space bar, which a button does by itself', () => {
  const [red, black] = [put(button()), put(drawn(), BLACK)];
  expect([press(red, 'Enter'), press(black, 'Enter'), press(black, ' ')]).toEqual([false, true, true]);
  expect(done).toEqual(['place black', 'place black']);
});

it('says what lies there, and whether it wins', () => {
  expect(targetWords('Red, pays 1 to 1', 500, 0)).toBe('Red, pays 1 to 1, you have $5.00 there');
  expect(targetWords('Red', 500, 1000, true)).toBe('Red, you have $5.00 there, others have $10.00, wins');
});
