/**
 * The picture of the wheel and its motion. Angles are degrees, clockwise. With the wheel at 0 the first section stands
 * under the indicator, which is at the top; turning the wheel clockwise brings the sections before it there.
 */
import type { MoneyWheelShown, Section } from '../../api/types';

export const RADIUS = 500;
export const RIM = 468;
export const INSIDE = 292;
export const PEG = 484;

export type Direction = 'clockwise' | 'anticlockwise';

export function stepOf(sections: number): number {
  return 360 / sections;
}

export function point(radius: number, angle: number): { x: number; y: number } {
  const turn = (angle * Math.PI) / 180;
  return { x: round(radius * Math.sin(turn)), y: round(-radius * Math.cos(turn)) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}

/** The outline of a section whose middle is at the top. */
export function outline(sections: number): string {
  const half = stepOf(sections) / 2;
  const [a, b, c, d] = [point(RIM, -half), point(RIM, half), point(INSIDE, half), point(INSIDE, -half)];
  return `M${a.x} ${a.y}A${RIM} ${RIM} 0 0 1 ${b.x} ${b.y}L${c.x} ${c.y}A${INSIDE} ${INSIDE} 0 0 0 ${d.x} ${d.y}Z`;
}

/** How far the wheel has turned when the indicator stands at that section, or at the peg after it. */
export function restOf(section: number, sections: number, isOnPeg = false): number {
  const along = (section - 1 + (isOnPeg ? 0.5 : 0)) * stepOf(sections);
  return (360 - along) % 360;
}

/** What stands on the rim for a symbol: its name where it is short enough, otherwise its letter. */
export function markOf({ name, symbol }: Pick<Section, 'name' | 'symbol'>): string {
  return name.length <= 2 ? name : symbol;
}

export function sectionsOf(game: MoneyWheelShown, symbol: string): number {
  return game.sections.filter((each) => each.symbol === symbol).length;
}

export function paysOf(game: MoneyWheelShown, symbol: string): string {
  const wager = game.positions.find((each) => each.kind === symbol)?.wager;
  return game.wagers.find((each) => each.wager === wager)?.pays ?? '';
}

// Motion: the dealer's pull, as long as nothing is known the same speed, then slower to the very section.

const SPEED = 1300;
const PULL_SECONDS = 0.5;
const PULL_ANGLE = (SPEED * PULL_SECONDS) / 2;
/** Of these the curves are exactly t² and 1 - (1 - t)³, so that no speed jumps where one goes over into the next. */
const QUICKENING = 'cubic-bezier(0.33333, 0, 0.66667, 0.33333)';
const SLOWING = 'cubic-bezier(0.33333, 1, 0.66667, 1)';
/** A wheel that nobody has counted turns a little more than four times. */
export const TURNS = 4.1;
const MOST_TURNS = 8;

export interface Frame {
  offset: number;
  angle: number;
  easing: string;
}

export interface Spin {
  frames: Frame[];
  milliseconds: number;
  /** Where it ends, counted on from where it began. */
  end: number;
  /** When the slowing begins, and at which angle. */
  slowsAt: { milliseconds: number; angle: number };
}

function signOf(direction: Direction): 1 | -1 {
  return direction === 'clockwise' ? 1 : -1;
}

/** Turning, for as long as anybody waits. */
export function turning(from: number, direction: Direction, seconds: number): Spin {
  const sign = signOf(direction);
  const total = PULL_SECONDS + seconds;
  const end = from + sign * (PULL_ANGLE + SPEED * seconds);
  const pulled = from + sign * PULL_ANGLE;
  return {
    frames: [
      { offset: 0, angle: from, easing: QUICKENING },
      { offset: PULL_SECONDS / total, angle: pulled, easing: 'linear' },
      { offset: 1, angle: end, easing: 'linear' },
    ],
    milliseconds: total * 1000,
    end,
    slowsAt: { milliseconds: total * 1000, angle: end },
  };
}

/** The whole spin from its beginning to rest, when `waited` seconds of it are over; it has at least so many turns. */
export function spin(from: number, direction: Direction, waited: number, rest: number, turns = TURNS): Spin {
  const sign = signOf(direction);
  const steady = Math.max(0, waited - PULL_SECONDS);
  const before = PULL_ANGLE + SPEED * steady;
  const least = Math.max(360, 360 * Math.min(turns, MOST_TURNS) - before);
  const slows = from + sign * before;
  const toRest = (((rest - (slows + sign * least)) * sign) % 360 + 360) % 360;
  const slowing = least + toRest;
  const slowingSeconds = (3 * slowing) / SPEED;
  const total = PULL_SECONDS + steady + slowingSeconds;
  const end = slows + sign * slowing;
  return {
    frames: [
      { offset: 0, angle: from, easing: QUICKENING },
      { offset: PULL_SECONDS / total, angle: from + sign * PULL_ANGLE, easing: 'linear' },
      { offset: (PULL_SECONDS + steady) / total, angle: slows, easing: SLOWING },
      { offset: 1, angle: end, easing: 'linear' },
    ],
    milliseconds: total * 1000,
    end,
    slowsAt: { milliseconds: (PULL_SECONDS + steady) * 1000, angle: slows },
  };
}

/** When pegs pass the indicator while the wheel slows, in milliseconds from the beginning of the spin. */
export function pegsPassed(plan: Spin, sections: number): number[] {
  const step = stepOf(sections);
  const { milliseconds: begins, angle: slows } = plan.slowsAt;
  const [total, lasts, sign] = [Math.abs(plan.end - slows), plan.milliseconds - begins, Math.sign(plan.end - slows)];
  const passed: number[] = [];
  // A peg stands half a section beside each section's middle.
  for (let peg = Math.floor((slows * sign) / step - 0.5) + 1; ; peg += 1) {
    const way = (peg + 0.5) * step - slows * sign;
    if (way > total - 1e-6) return passed;
    if (way > 0) passed.push(begins + lasts * (1 - Math.cbrt(1 - way / total)));
  }
}

const LEANS = 24;
const FALLS_MILLISECONDS = 45;

export interface Lean {
  offset: number;
  angle: number;
}

/** The clapper leans with every peg and falls back behind it; among fast pegs it only leans. */
export function clapper(plan: Spin, sections: number): Lean[] {
  const sign = Math.sign(plan.end - plan.slowsAt.angle);
  const at = (milliseconds: number) => Math.min(1, Math.max(0, milliseconds / plan.milliseconds));
  const pegs = pegsPassed(plan, sections);
  const leans: Lean[] = [
    { offset: 0, angle: 0 },
    { offset: at(PULL_SECONDS * 500), angle: sign * LEANS * 0.7 },
  ];
  pegs.forEach((peg, index) => {
    const before = pegs[index - 1] ?? 0;
    const after = pegs[index + 1] ?? plan.milliseconds;
    if (after - peg < 2 * FALLS_MILLISECONDS) return;
    const rises = Math.max(peg - 160, before + FALLS_MILLISECONDS + (peg - before) / 4);
    leans.push({ offset: at(rises), angle: 0 }, { offset: at(peg), angle: sign * LEANS }, { offset: at(peg + FALLS_MILLISECONDS), angle: 0 });
  });
  leans.push({ offset: 1, angle: 0 });
  return leans.filter((each, index) => index === 0 || each.offset >= (leans[index - 1] as Lean).offset);
}
