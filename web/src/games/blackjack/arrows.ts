/** Which spot an arrow key goes to: the nearest in that direction, wherever the boxes lie on this screen. */

export interface Point {
  x: number;
  y: number;
}

const DIRECTIONS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** Sideways steps count for more than steps ahead, so that a row is kept to. */
const ASIDE = 3;

/** The place of the next spot; null where there is none, or the key is no arrow. */
export function nextSpot(spots: readonly Point[], from: Point, key: string): number | null {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  let [best, nearest]: [number | null, number] = [null, Infinity];
  spots.forEach((spot, at) => {
    const [x, y] = [spot.x - from.x, spot.y - from.y];
    const ahead = x * direction.x + y * direction.y;
    const aside = Math.abs(x * direction.y + y * direction.x);
    if (ahead > 1 && ahead + aside * ASIDE < nearest) [best, nearest] = [at, ahead + aside * ASIDE];
  });
  return best;
}
