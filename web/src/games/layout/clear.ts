/** Where the labels of what was paid go: as near to their chips as may be, and over nothing that is printed. */

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Pill {
  /** The middle of the chips that were paid. */
  x: number;
  y: number;
  width: number;
  /** The area that was paid: a label that stands in another one would say that the other won. */
  home?: Rect;
}

export const PILL_HEIGHT = 18;
const STEP = 4;
const REACH = 160;
/** Over chips a label may lie where it must: their sums are gone a moment later, and the print stays. */
const OVER_CHIPS = 60;
/** In another area than its own only where its own has no room at all. */
const ABROAD = 120;
/** How far labels stay from the print and from each other. */
const GAP = 1;

interface Way {
  x: number;
  y: number;
  far: number;
}

let ways: readonly Way[] | undefined;

/** Every step away from the chips, the nearest first: some 5,000, worked out once, before a win has to wait for them. */
export function waysAway(): readonly Way[] {
  const steps = Array.from({ length: (2 * REACH) / STEP + 1 }, (_, at) => at * STEP - REACH);
  return (ways ??= steps
    .flatMap((x) => steps.map((y) => ({ x, y, far: Math.hypot(x, y) })))
    .filter((each) => each.far <= REACH)
    .sort((one, other) => one.far - other.far));
}

/** How wide a label of that text is drawn. */
export function pillWidth(text: string): number {
  return Math.ceil(text.length * 6.7 + 10);
}

/** The middle of each label, in their order. */
export function clearPlaces(pills: readonly Pill[], print: readonly Rect[], chips: readonly Rect[], within: Rect): { x: number; y: number }[] {
  const taken: Rect[] = [];
  return pills.map((pill) => {
    const near = around(pill.x, pill.y, pill.width + 2 * REACH, 2 * REACH);
    const solid = [...print.filter((each) => overlap(each, near)), ...taken];
    const soft = chips.filter((each) => overlap(each, near));
    let best = { x: pill.x, y: pill.y, cost: Infinity };
    for (const way of waysAway()) {
      if (way.far >= best.cost) break;
      const own = around(pill.x + way.x, pill.y + way.y, pill.width + 2 * GAP, PILL_HEIGHT + 2 * GAP);
      if (!inside(own, within) || solid.some((each) => overlap(each, own))) continue;
      const isAbroad = pill.home !== undefined && !holds(pill.home, pill.x + way.x, pill.y + way.y);
      const cost = way.far + (isAbroad ? ABROAD : 0) + (soft.some((each) => overlap(each, own)) ? OVER_CHIPS : 0);
      if (cost < best.cost) best = { x: pill.x + way.x, y: pill.y + way.y, cost };
    }
    taken.push(around(best.x, best.y, pill.width, PILL_HEIGHT));
    return { x: best.x, y: best.y };
  });
}

export function around(x: number, y: number, width: number, height: number): Rect {
  return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
}

export function overlap(one: Rect, other: Rect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function holds({ left, top, right, bottom }: Rect, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

function inside(one: Rect, other: Rect): boolean {
  return one.left >= other.left && one.right <= other.right && one.top >= other.top && one.bottom <= other.bottom;
}
