import { expect, it } from 'vitest';
import { faceOf } from './chips';

const VALUES = [100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000];

it('chips of one colour differ by their middle, and keep their colour', () => {
  const faces = VALUES.map((each) => faceOf(each, 'sky'));
  expect(new Set(faces.map((each) => each.middle)).size).toBe(VALUES.length);
  expect(new Set(faces.map((each) => each.ground)).size).toBe(1);
});

it('what a chip is worth can be read on its middle', () => {
  for (const colour of ['', 'white', 'yellow', 'orange', 'pink', 'lavender', 'sky', 'mint', 'brown']) {
    for (const value of VALUES) {
      const { ground, middle, text } = faceOf(value, colour);
      expect(contrast(middle ?? ground, text), `${colour} ${value}`).toBeGreaterThan(3);
    }
  }
});

it('to a dealer a colour chip is its player’s, whatever it is worth', () => {
  const faces = VALUES.map((each) => faceOf(each, 'mint', true));
  expect(new Set(faces.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(faces[0]).toMatchObject({ ground: faceOf(100, 'mint').ground });
  expect(contrast(faces[0]?.ground ?? '', faces[0]?.text ?? '')).toBeGreaterThan(3);
  expect(faceOf(100, '', true)).toEqual(faceOf(100, ''));
});

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = parts.map((each) => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
