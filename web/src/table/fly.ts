/** Chips on their way: from the rack to where they are put, from the house to where they won, and back to it. Drawn over the page, they move nothing on it. */
import { drawn, moves } from '../motion';
import { settings } from '../settings.svelte';

const PUT_MILLISECONDS = 260;
const PAY_MILLISECONDS = 560;
const LOSE_MILLISECONDS = 480;
const APART_MILLISECONDS = 90;
const CHIPS_A_WIN = 3;
const MOST_WINS = 6;

interface Flight {
  size: number;
  from: DOMRect;
  to: DOMRect;
  milliseconds: number;
  delay?: number;
  kind: 'put' | 'paid';
}

export function flyChip(to: Element): void {
  const chip = document.querySelector('.rack label.selected svg');
  if (chip && !settings.isStill) fly(chip, { size: sizeOf(chip), from: chip.getBoundingClientRect(), to: to.getBoundingClientRect(), milliseconds: PUT_MILLISECONDS, kind: 'put' });
}

/** What these places won comes from the house. The returned function takes back what has not arrived: whoever shows the win calls it when the win is over. */
export function payAt(keys: readonly string[]): () => void {
  if (settings.isStill) return () => undefined;
  let flights: Animation[] = [];
  let isOver = false;
  drawn(() => (flights = isOver ? [] : paidTo(keys)));
  return () => {
    isOver = true;
    flights.forEach((each) => each.cancel());
  };
}

function paidTo(keys: readonly string[]): Animation[] {
  const [chip, from] = [document.querySelector('.rack label svg'), houseAt()];
  if (!chip || !from) return [];
  // All is measured before anything is put on the page: to measure after that would lay the page out again.
  const size = sizeOf(chip);
  const places = keys.slice(0, MOST_WINS).flatMap((key) => document.querySelector(`.stage [data-chips="${CSS.escape(key)}"]`)?.getBoundingClientRect() ?? []);
  return places.flatMap((to) => Array.from({ length: CHIPS_A_WIN }, (_, at) => fly(chip, { size, from, to, milliseconds: PAY_MILLISECONDS, delay: at * APART_MILLISECONDS, kind: 'paid' })));
}

interface Way {
  across: number;
  down: number;
}

const NO_WAY: Way = { across: 0, down: 0 };

/** The way of each stack to the house, measured while nothing has changed: to ask for it in the midst of a change would lay the page out for that alone. */
const ways = new WeakMap<Element, Way>();

/** Called just before lost chips are collected. */
export function measureLosses(): void {
  const house = settings.isStill ? null : houseAt();
  if (house) document.querySelectorAll('.stage [data-chips]').forEach((chips) => ways.set(chips, wayTo(house, chips)));
}

function wayTo(house: DOMRect | null, chips: Element): Way {
  if (!house) return NO_WAY;
  const [from, to, scale] = [middle(chips.getBoundingClientRect()), middle(house), scaleAround(chips)];
  return { across: (to.x - from.x) / scale, down: (to.y - from.y) / scale };
}

/** A transition: what has lost goes to the house, and what is taken back only fades. */
export function leave(chips: Element, { isLost }: { isLost: boolean }): { duration: number; css: (t: number, u: number) => string } {
  const { across, down } = isLost ? (ways.get(chips) ?? wayTo(houseAt(), chips)) : NO_WAY;
  return {
    duration: settings.isStill ? 0 : LOSE_MILLISECONDS * settings.motionScale,
    css: (t, u) => `opacity: ${isLost ? Math.min(1, 2 * t) : t}; transform: translate(${across * u * u}px, ${down * u * u}px);`,
  };
}

/** How much larger what is around it draws a length: a group of a drawing moves in the drawing's own units. */
function scaleAround({ parentElement }: Element): number {
  return (parentElement instanceof SVGGraphicsElement && parentElement.getScreenCTM()?.a) || 1;
}

/** Where the house keeps its chips: the dealer's side, or the wheel. */
function houseAt(): DOMRect | null {
  return document.querySelector('.stage [data-house]')?.getBoundingClientRect() ?? null;
}

function middle({ left, top, width, height }: DOMRect): { x: number; y: number } {
  return { x: left + width / 2, y: top + height / 2 };
}

function sizeOf(chip: Element): number {
  return chip.getBoundingClientRect().width || 32;
}

function fly(chip: Element, { size, from, to, milliseconds, delay = 0, kind }: Flight): Animation {
  const [begins, ends] = [middle(from), middle(to)];
  const flying = chip.cloneNode(true) as SVGElement;
  flying.setAttribute('aria-hidden', 'true');
  flying.setAttribute('data-flying', kind);
  Object.assign(flying.style, { position: 'fixed', left: `${begins.x - size / 2}px`, top: `${begins.y - size / 2}px`, width: `${size}px`, height: `${size}px`, zIndex: '50', pointerEvents: 'none' });
  document.body.append(flying);
  const way = `translate(${ends.x - begins.x}px, ${ends.y - begins.y}px) scale(0.7) rotate(160deg)`;
  const scale = settings.motionScale;
  const animation = flying.animate([{ transform: 'none' }, { transform: way }], { duration: milliseconds * scale, delay: delay * scale, easing: 'cubic-bezier(0.3, 0.1, 0.3, 1)' });
  moves(milliseconds + delay);
  void animation.finished.catch(() => undefined).finally(() => flying.remove());
  return animation;
}
