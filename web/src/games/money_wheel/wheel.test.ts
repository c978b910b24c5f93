import { describe, expect, it } from 'vitest';
import type { MoneyWheelShown } from '../../api/types';
import recorded from './recorded.json';
import { clapper, markOf, paysOf, pegsPassed, point, restOf, sectionsOf, spin, turning, type Direction } from './wheel';

const game = recorded.game as unknown as MoneyWheelShown;
const DIRECTIONS: Direction[] = ['clockwise', 'anticlockwise'];

/** Which section stands at the top of a wheel that has turned so far. */
function atTop(angle: number): number {
  return ((Math.round((-angle * 52) / 360) % 52) + 52) % 52 + 1;
}

describe('the wheel', () => {
  it('has the sections of the rule, each with its odds', () => {
    expect(game.sections).toHaveLength(52);
    expect(['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((each) => [sectionsOf(game, each), paysOf(game, each)])).toEqual([
      [24, '1 to 1'],
      [12, '3 to 1'],
      [8, '5 to 1'],
      [4, '11 to 1'],
      [2, '23 to 1'],
      [1, '47 to 1'],
      [1, '47 to 1'],
    ]);
  });

  it('is drawn clockwise from the top', () => {
    expect(point(100, 0)).toEqual({ x: 0, y: -100 });
    expect(point(100, 90)).toEqual({ x: 100, y: 0 });
  });

  it('writes long names by their letter', () => {
    expect(markOf({ name: 'Kiwi', symbol: 'C' })).toBe('C');
    expect(markOf({ name: '10', symbol: 'C' })).toBe('10');
  });
});

describe('a spin', () => {
  it('comes to rest at every section, in either direction, after four turns', () => {
    for (const direction of DIRECTIONS) {
      for (let section = 1; section <= 52; section += 1) {
        const plan = spin(17, direction, 0, restOf(section, 52));
        expect(atTop(plan.end)).toBe(section);
        const turned = (plan.end - 17) * (direction === 'clockwise' ? 1 : -1);
        expect(turned).toBeGreaterThanOrEqual(4 * 360);
        expect(turned).toBeLessThan(5.2 * 360);
        expect(plan.milliseconds).toBeLessThan(4200);
      }
    }
  });

  it('rests between two sections where it stopped on a peg', () => {
    expect(restOf(1, 52, true)).toBeCloseTo(360 - 360 / 104);
  });

  it('goes on from where it is when the result comes late', () => {
    const [waiting, plan] = [turning(0, 'anticlockwise', 60), spin(0, 'anticlockwise', 9, restOf(30, 52))];
    expect(plan.frames.slice(0, 2).map((each) => each.angle)).toEqual(waiting.frames.slice(0, 2).map((each) => each.angle));
    expect(plan.slowsAt.milliseconds).toBe(9000);
    expect(plan.slowsAt.angle).toBeCloseTo(-(325 + 1300 * 8.5));
    expect(atTop(plan.end)).toBe(30);
  });

  it('turns as often as was counted where that was too few', () => {
    const plan = spin(0, 'clockwise', 0, restOf(5, 52), 2);
    expect(plan.end).toBeGreaterThanOrEqual(2 * 360);
    expect(plan.end).toBeLessThan(3 * 360);
  });

  it('passes a peg for every section, slower and slower', () => {
    const plan = spin(0, 'clockwise', 0, restOf(11, 52));
    const pegs = pegsPassed(plan, 52);
    expect(pegs.length).toBe(Math.round(((plan.end - plan.slowsAt.angle) * 52) / 360));
    const gaps = pegs.slice(1).map((each, index) => each - (pegs[index] as number));
    expect(gaps.every((each, index) => index === 0 || each > (gaps[index - 1] as number))).toBe(true);
    expect(pegs.at(-1)).toBeLessThan(plan.milliseconds);
  });

  it('ends with the clapper upright, and its frames in order', () => {
    for (const direction of DIRECTIONS) {
      const leans = clapper(spin(0, direction, 0, restOf(40, 52)), 52);
      expect(leans.at(-1)).toEqual({ offset: 1, angle: 0 });
      expect(leans.every((each, index) => index === 0 || each.offset >= (leans[index - 1]?.offset ?? 0))).toBe(true);
      expect(Math.sign(Math.max(...leans.map((each) => each.angle)) + Math.min(...leans.map((each) => each.angle)))).toBe(direction === 'clockwise' ? 1 : -1);
    }
  });
});
