/** How layouts are drawn in drills: loaded ahead, so that practice goes on without a connection. */
import type { Component } from 'svelte';
import { get } from '../api/client';
import type { Drill } from './types';

/** The context that says whether the screen on the wall is shown. */
export const WALL = Symbol('wall screen');

export type LayoutDrawn = Component<Record<string, unknown>>;

export interface DrawnGame {
  layout: LayoutDrawn;
  wheel: LayoutDrawn | null;
  plain: unknown;
  /** With every wager that a layout can have. */
  whole: unknown;
}

const PARTS: Record<string, [() => Promise<unknown>, (() => Promise<unknown>) | null]> = {
  roulette: [() => import('../games/roulette/Cloth.svelte'), () => import('../games/roulette/Wheel.svelte')],
  'money-wheel': [() => import('../games/money_wheel/Layout.svelte'), null],
  'tai-sai': [() => import('../games/tai_sai/Layout.svelte'), null],
};
const loaded = new Map<string, Promise<DrawnGame | null>>();

export function drawnGame(game: string): Promise<DrawnGame | null> {
  const known = loaded.get(game);
  if (known) return known;
  const coming = load(game);
  loaded.set(game, coming);
  return coming;
}

async function load(game: string): Promise<DrawnGame | null> {
  const parts = PARTS[game];
  if (!parts) return null;
  const [layout, wheel, plain, whole] = await Promise.all([parts[0](), parts[1]?.() ?? null, get<unknown>(`/games/${game}`), get<unknown>(`/school/layouts/${game}`)]);
  if (!plain.ok || !whole.ok) {
    loaded.delete(game);
    return null;
  }
  const drawn = (part: unknown): LayoutDrawn => (part as { default: LayoutDrawn }).default;
  return { layout: drawn(layout), wheel: wheel ? drawn(wheel) : null, plain: plain.value, whole: whole.value };
}

/** Everything that these drills are drawn with. */
export async function loadAhead(drills: readonly Drill[]): Promise<void> {
  const games = new Set(drills.filter((each) => each.picture.layout).map((each) => each.game));
  await Promise.all([...games].map(drawnGame));
}
