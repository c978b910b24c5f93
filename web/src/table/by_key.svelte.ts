/**
 * A value for each place of a layout. Whoever reads one is told when that one changes, and not with every change
 * anywhere: a layout has some 160 places, and a chip concerns one of them.
 */
import { untrack } from 'svelte';

class Cell<T> {
  value = $state.raw() as T;
  constructor(value: T) {
    this.value = value;
  }
}

export class ByKey<T> {
  private readonly cells: ReadonlyMap<string, Cell<T>>;
  private all = $state.raw<ReadonlyMap<string, T>>(new Map());

  /** What a place has that nothing is known of; and all places. Any other may be asked for too, and is told of every change. */
  constructor(
    private readonly none: T,
    keys: readonly string[],
  ) {
    this.cells = new Map(keys.map((key) => [key, new Cell(none)]));
  }

  of(key: string): T {
    const cell = this.cells.get(key);
    return cell ? cell.value : (this.all.get(key) ?? this.none);
  }

  set(all: ReadonlyMap<string, T>): void {
    // Whoever sets them reads none of them. What was and is unknown has not changed.
    untrack(() => {
      for (const key of new Set([...this.all.keys(), ...all.keys()])) {
        const cell = this.cells.get(key);
        const value = all.get(key) ?? this.none;
        if (cell && value !== cell.value) cell.value = value;
      }
      this.all = all;
    });
  }
}
