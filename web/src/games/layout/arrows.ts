/** Arrow keys over areas of any size: the nearest one in a direction, with the column or row that was begun in kept. */

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Arrow = 'left' | 'right' | 'up' | 'down';

export const ARROWS: Record<string, Arrow> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

const NEARLY = 0.5;
/** An area that lies aside is worth the way only where nothing lies straight ahead. */
const ASIDE = 8;

export function middle({ x, y, width, height }: Area): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

/** `goal` is where the hand began: going down and up again leads back to the same place. */
export function nextArea<A extends Area>(areas: readonly A[], from: A, arrow: Arrow, goal = middle(from)): A | null {
  let best: A | null = null;
  let least = Infinity;
  for (const area of areas) {
    const cost = costOf(area, from, arrow, goal);
    if (area !== from && cost < least) [best, least] = [area, cost];
  }
  return best;
}

function costOf(area: Area, from: Area, arrow: Arrow, goal: { x: number; y: number }): number {
  const isAcross = arrow === 'left' || arrow === 'right';
  const [at, size, side, breadth] = isAcross ? (['x', 'width', 'y', 'height'] as const) : (['y', 'height', 'x', 'width'] as const);
  const isForward = arrow === 'right' || arrow === 'down';
  const gap = isForward ? area[at] - (from[at] + from[size]) : from[at] - (area[at] + area[size]);
  if (gap < -NEARLY) return Infinity;
  const aside = Math.max(0, area[side] - goal[side], goal[side] - (area[side] + area[breadth]));
  return Math.max(0, gap) + ASIDE * aside + Math.abs(middle(area)[side] - goal[side]) / 1000;
}
