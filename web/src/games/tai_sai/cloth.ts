/**
 * Where on the cloth a position lies. The positions themselves come from the server: this only knows the picture, wide
 * as at a table, upright for a narrow screen, or in three columns for a phone on its side. The drawings of the appendices were not found; the rows are those that
 * Tai-Sai tables have everywhere, with the combinations of Appendix 2 below them.
 */
import type { PositionShown, TaiSaiShown } from '../../api/types';
import { keyOf } from '../../table/positions';
import type { Area } from '../layout/arrows';
import type { Target } from '../layout/target';

/** A line of words over areas that share their odds, by the kind of wager that they are. */
export interface Heading extends Area {
  position: PositionShown;
}

export interface Cloth {
  width: number;
  height: number;
  targets: Target[];
  headings: Heading[];
}

/** One row of equal areas, or as many rows as `columns` asks for. */
interface Block {
  /** Which positions, in the order in which they lie. */
  of: (position: PositionShown) => boolean;
  x: number;
  y: number;
  width: number;
  /** Of one row. */
  height: number;
  columns?: number;
  hasHeading?: boolean;
}

export type Shape = 'wide' | 'upright' | 'columns';

export const HEADING = 17;
/** Upright the rows are low, and a line of words takes more of them. */
export const UPRIGHT_HEADING = 22;

const isKind = (...kinds: string[]) => (each: PositionShown) => kinds.includes(each.kind);
const isOf = (kind: string, from: number, to: number) => (each: PositionShown) => each.kind === kind && (each.numbers[0] as number) >= from && (each.numbers[0] as number) <= to;
const isThree = (hasPair: boolean) => (each: PositionShown) => each.kind === 'three' && new Set(each.numbers).size < 3 === hasPair;

/** Without odd and even, small and big have their room. */
function wide(hasOdd: boolean): Block[] {
  const ends = hasOdd ? 116 : 186;
  return [
    { of: isKind('small'), x: 0, y: 0, width: ends, height: 122 },
    { of: isKind('odd'), x: 116, y: 0, width: 70, height: 122 },
    { of: isOf('double', 1, 3), x: 186, y: 0, width: 132, height: 105, hasHeading: true },
    { of: isKind('triple'), x: 318, y: 0, width: 204, height: 71, hasHeading: true },
    { of: isKind('any triple'), x: 318, y: 88, width: 204, height: 34 },
    { of: isOf('double', 4, 6), x: 522, y: 0, width: 132, height: 105, hasHeading: true },
    { of: isKind('even'), x: 654, y: 0, width: 70, height: 122 },
    { of: isKind('big'), x: 840 - ends, y: 0, width: ends, height: 122 },
    { of: isKind('total'), x: 0, y: 130, width: 840, height: 54 },
    { of: isKind('pair'), x: 0, y: 192, width: 840, height: 36, hasHeading: true },
    { of: isKind('face'), x: 0, y: 253, width: 840, height: 40, hasHeading: true },
    { of: isThree(true), x: 0, y: 318, width: 840, height: 68, hasHeading: true },
    { of: isThree(false), x: 0, y: 411, width: 560, height: 68, hasHeading: true },
    { of: isKind('four'), x: 560, y: 411, width: 280, height: 68, hasHeading: true },
  ];
}

const GAP = 8;
/** From top to bottom; those without a gap lie close to the one above. */
type Piled = Omit<Block, 'x' | 'y' | 'width'> & { isClose?: boolean };
const UPRIGHT: Piled[] = [
  { of: isKind('small', 'big'), height: 74, isClose: true },
  { of: isKind('odd', 'even'), height: 48, isClose: true },
  { of: isKind('triple'), height: 44, hasHeading: true },
  { of: isKind('any triple'), height: 42, isClose: true },
  { of: isKind('double'), height: 44, hasHeading: true },
  { of: isKind('total'), height: 54, columns: 7 },
  { of: isKind('pair'), height: 42, columns: 5, hasHeading: true },
  { of: isKind('face'), height: 48, hasHeading: true },
  { of: isThree(true), height: 40, columns: 5, hasHeading: true },
  { of: isThree(false), height: 40, columns: 5, hasHeading: true },
  { of: isKind('four'), height: 44, columns: 2, hasHeading: true },
];

/** About as high as one another. */
const COLUMNS: Piled[][] = [
  [
    { of: isKind('small', 'big'), height: 74, isClose: true },
    { of: isKind('odd', 'even'), height: 48, isClose: true },
    { of: isKind('triple'), height: 44, hasHeading: true },
    { of: isKind('any triple'), height: 42, isClose: true },
    { of: isKind('double'), height: 44, hasHeading: true },
    { of: isKind('four'), height: 44, columns: 2, hasHeading: true },
  ],
  [
    { of: isKind('total'), height: 54, columns: 7, isClose: true },
    { of: isKind('pair'), height: 48, columns: 5, hasHeading: true },
    { of: isKind('face'), height: 60, hasHeading: true },
  ],
  [
    { of: isThree(true), height: 41, columns: 6, hasHeading: true, isClose: true },
    { of: isThree(false), height: 41, columns: 5, hasHeading: true },
  ],
];
const COLUMN_WIDTH = 360;

export function clothOf(game: TaiSaiShown, shape: Shape): Cloth {
  const cloth: Cloth = { width: shape === 'wide' ? 840 : COLUMN_WIDTH, height: 0, targets: [], headings: [] };
  if (shape === 'wide') for (const block of wide(game.positions.some(isKind('odd')))) lay(cloth, block, game.positions.filter(block.of));
  else if (shape === 'upright') pile(cloth, 0, UPRIGHT, game.positions);
  else {
    const columns = COLUMNS.filter((blocks) => blocks.some((block) => game.positions.some(block.of)));
    columns.forEach((blocks, at) => pile(cloth, at * (COLUMN_WIDTH + GAP), blocks, game.positions));
    cloth.width = columns.length * (COLUMN_WIDTH + GAP) - GAP;
  }
  return cloth;
}

/** Blocks one below the other, from the top of the cloth. */
function pile(cloth: Cloth, x: number, blocks: readonly Piled[], positions: readonly PositionShown[]): void {
  let bottom = 0;
  for (const block of blocks) bottom = Math.max(bottom, lay(cloth, { x, y: bottom + (block.isClose ? 0 : GAP), width: COLUMN_WIDTH, ...block }, positions.filter(block.of), UPRIGHT_HEADING));
}

/** Says how far down it goes. */
function lay(cloth: Cloth, block: Block, positions: readonly PositionShown[], heading = HEADING): number {
  const [first] = positions;
  // A layout of Appendix 1 has no such areas.
  if (!first) return 0;
  const columns = block.columns ?? positions.length;
  const width = block.width / columns;
  const top = block.y + (block.hasHeading ? heading : 0);
  if (block.hasHeading) cloth.headings.push({ position: first, x: block.x, y: block.y, width: block.width, height: heading });
  positions.forEach((position, at) => {
    const [x, y] = [block.x + (at % columns) * width, top + Math.floor(at / columns) * block.height];
    cloth.targets.push({ key: keyOf(position), position, x, y, width, height: block.height });
    cloth.height = Math.max(cloth.height, y + block.height);
  });
  return top + Math.ceil(positions.length / columns) * block.height;
}

/** Whether the dice in an area lie over one another: where it is taller than wide. */
export function isTall({ width, height }: Area): boolean {
  return height > width * 1.3;
}

/** The dice that are drawn in an area; none where words stand in it. */
export function diceIn({ kind, numbers }: { kind: string; numbers: readonly number[] }): readonly number[] {
  const [number = 0] = numbers;
  switch (kind) {
    case 'triple':
      return [number, number, number];
    case 'double':
      return [number, number];
    case 'face':
    case 'pair':
    case 'three':
    case 'four':
      return numbers;
    default:
      return [];
  }
}

/** Where the pips of a face are, on a square from -1 to 1. */
export function pipsOf(face: number): readonly [number, number][] {
  const pips: [number, number][] = face % 2 === 1 ? [[0, 0]] : [];
  if (face >= 2) pips.push([-1, -1], [1, 1]);
  if (face >= 4) pips.push([1, -1], [-1, 1]);
  if (face === 6) pips.push([-1, 0], [1, 0]);
  return pips;
}

/** Dice as outlines for few paths: their bodies, and their pips by colour. A layout shows some 130 dice, and drawing each pip by itself took most of its time. */
export function outlinesOf(faces: readonly number[], columns: number, size: number, grid: number): { bodies: string; red: string; black: string } {
  const drawn = { bodies: '', red: '', black: '' };
  faces.forEach((face, at) => {
    const [x, y] = [(at % columns) * grid + grid / 2, Math.floor(at / columns) * grid + grid / 2];
    const [round, side] = [size * 0.2, size * 0.6];
    const corner = `a${round} ${round} 0 0 1`;
    drawn.bodies += `M${x - side / 2} ${y - size / 2}h${side}${corner} ${round} ${round}v${side}${corner} ${-round} ${round}h${-side}${corner} ${-round} ${-round}v${-side}${corner} ${round} ${-round}z`;
    const radius = size * (face === 1 ? 0.15 : 0.095);
    const half = `a${radius} ${radius} 0 1 0`;
    drawn[isRed(face) ? 'red' : 'black'] += pipsOf(face).map(([right, down]) => `M${x + right * size * 0.27 - radius} ${y + down * size * 0.27}${half} ${2 * radius} 0${half} ${-2 * radius} 0z`).join('');
  });
  return drawn;
}

/** One and four are red, as on the dice of this game. */
function isRed(face: number): boolean {
  return face === 1 || face === 4;
}
