/** What every page of a table begins with: its store, which listens as long as the page stands. */
import { onMount } from 'svelte';
import type { LayoutView, TableShown } from '../api/types';
import { Bets } from './bets.svelte';
import { PracticeStore } from './practice_store.svelte';
import { PRACTICE, TableStore, type AnyView } from './store.svelte';

/** A table's page is made anew for another table: its store never changes while it stands. */
export function openTable<V extends AnyView>(table: TableShown): TableStore<V> {
  return listened(new TableStore<V>(table.id, table.rest));
}

function listened<V extends AnyView>(store: TableStore<V>): TableStore<V> {
  onMount(() => {
    store.start();
    return () => store.stop();
  });
  return store;
}

/** A table whose chips lie on a layout. */
export function openLayout(table: TableShown): { store: TableStore; bets: Bets } {
  const store = table.id === PRACTICE ? listened(new PracticeStore(table.game)) : openTable<LayoutView>(table);
  return { store, bets: new Bets(store) };
}
