import { describe, expect, it } from 'vitest';
import type { TaiSaiShown } from '../../api/types';
import type { Area } from '../layout/arrows';
import { clothOf, diceIn, pipsOf, type Cloth } from './cloth';
import recorded from './recorded.json';

const game = recorded.game as unknown as TaiSaiShown;
const first: TaiSaiShown = { ...game, layout: 1, positions: game.positions.filter((each) => game.appendices['1']?.includes(each.kind)) };

function overlap(one: Area, other: Area): boolean {
  const apart = 0.01;
  return one.x + one.width > other.x + apart && other.x + other.width > one.x + apart && one.y + one.height > other.y + apart && other.y + other.height > one.y + apart;
}

function areas(cloth: Cloth): Area[] {
  return [...cloth.targets, ...cloth.headings];
}

describe.each([
  ['wide', 744],
  ['upright', 284],
  // A phone on its side: the height is what is short, and a finger slides to what it means.
  ['columns', 1088],
] as const)('the %s cloth', (shape, narrowest) => {
  it('has every position of both appendices once', () => {
    expect(clothOf(game, shape).targets.map((each) => each.position.name).sort()).toEqual(game.positions.map((each) => each.name).sort());
    expect(game.positions).toHaveLength(106);
    // (a) to (h): 2 + 6 + 6 + 1 + 14 + 15 + 6
    expect(clothOf(first, shape).targets).toHaveLength(50);
  });

  it('lays nothing over anything else, and nothing beside the cloth', () => {
    for (const shown of [game, first]) {
      const cloth = clothOf(shown, shape);
      const all = areas(cloth);
      all.forEach((one, at) => {
        expect(all.slice(at + 1).filter((other) => overlap(one, other))).toEqual([]);
        expect(one.x).toBeGreaterThanOrEqual(0);
        expect(one.x + one.width).toBeLessThanOrEqual(cloth.width + 0.01);
      });
    }
  });

  it('leaves every target 24 pixels on the narrowest screen that shows it so', () => {
    const cloth = clothOf(game, shape);
    const pixels = narrowest / cloth.width;
    for (const target of cloth.targets) expect(Math.min(target.width, target.height) * pixels).toBeGreaterThanOrEqual(24);
  });
});

describe('dice', () => {
  it('have as many pips as they show', () => {
    expect([1, 2, 3, 4, 5, 6].map((face) => new Set(pipsOf(face).map(String)).size)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('are drawn where an area names faces', () => {
    expect(diceIn({ kind: 'triple', numbers: [4] })).toEqual([4, 4, 4]);
    expect(diceIn({ kind: 'three', numbers: [1, 1, 2] })).toEqual([1, 1, 2]);
    expect(diceIn({ kind: 'total', numbers: [9] })).toEqual([]);
  });
});
