/** The games that this page can show: one folder each, loaded when its table is opened. */
import type { Component } from 'svelte';
import type { TableShown } from '../api/types';

/** What every game gets: the table as everybody may see it, and its game as `/tables/ID/game` tells it. */
export interface GameProps {
  table: TableShown;
  game: never;
}

type Loaded = { default: Component<{ table: TableShown; game: never }> };

export const games: Record<string, () => Promise<Loaded>> = {
  blackjack: () => import('./blackjack/Blackjack.svelte') as unknown as Promise<Loaded>,
  roulette: () => import('./roulette/Roulette.svelte') as unknown as Promise<Loaded>,
  'money-wheel': () => import('./money_wheel/MoneyWheel.svelte') as unknown as Promise<Loaded>,
  'tournament-table': () => import('../tournament/SessionTable.svelte') as unknown as Promise<Loaded>,
  'tai-sai': () => import('./tai_sai/TaiSai.svelte') as unknown as Promise<Loaded>,
};
