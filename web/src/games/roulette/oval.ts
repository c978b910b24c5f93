/** The racetrack as it is printed on a layout: two straights and two ends, the order of the wheel clockwise, zero at the right end. */
export interface Oval {
  width: number;
  height: number;
  /** How broad the band of numbers is. */
  band: number;
}

export interface Pocket {
  path: string;
  /** Where its number stands. */
  x: number;
  y: number;
}

const RIGHT = 5;
const LEFT = 4;
/** So many pockets before zero lie at the right end too. */
const BEFORE_ZERO = 2;

/** One for each pocket of the wheel, in its order. */
export function pocketsOn({ width, height, band }: Oval, count: number): Pocket[] {
  const radius = height / 2;
  const side = (count - RIGHT - LEFT) / 2;
  const step = (width - height) / side;
  return Array.from({ length: count }, (_, at) => {
    const place = (at + BEFORE_ZERO) % count;
    if (place < RIGHT) return bend(width - radius, radius, band, -90 + (place * 180) / RIGHT, 180 / RIGHT);
    if (place < RIGHT + side) return straight(width - radius - (place - RIGHT + 1) * step, height - band, step, band);
    if (place < RIGHT + side + LEFT) return bend(radius, radius, band, 90 + ((place - RIGHT - side) * 180) / LEFT, 180 / LEFT);
    return straight(radius + (place - RIGHT - side - LEFT) * step, 0, step, band);
  });
}

function straight(x: number, y: number, width: number, height: number): Pocket {
  return { path: `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}Z`, x: round(x + width / 2), y: round(y + height / 2) };
}

function bend(middle: number, radius: number, band: number, from: number, angle: number): Pocket {
  const at = (distance: number, degrees: number) => {
    const turn = (degrees * Math.PI) / 180;
    return { x: round(middle + distance * Math.cos(turn)), y: round(radius + distance * Math.sin(turn)) };
  };
  const [a, b, c, d] = [at(radius, from), at(radius, from + angle), at(radius - band, from + angle), at(radius - band, from)];
  const path = `M${a.x} ${a.y}A${radius} ${radius} 0 0 1 ${b.x} ${b.y}L${c.x} ${c.y}A${radius - band} ${radius - band} 0 0 0 ${d.x} ${d.y}Z`;
  return { path, ...at(radius - band / 2, from + angle / 2) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}
