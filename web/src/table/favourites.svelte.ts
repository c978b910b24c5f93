/** Sets of chips that a player often puts down together: kept in this browser, a few for each game. */
import type { LastWager } from './bets.svelte';

export const MOST_FAVOURITES = 4;

export class Favourites {
  kept = $state.raw<readonly LastWager[][]>([]);
  private readonly name: string;

  constructor(game: string) {
    this.name = `croupier.favourites.${game}`;
    this.kept = this.read();
  }

  get isFull(): boolean {
    return this.kept.length >= MOST_FAVOURITES;
  }

  keep(wagers: readonly LastWager[]): void {
    if (wagers.length > 0 && !this.isFull) this.write([...this.kept, [...wagers]]);
  }

  forget(at: number): void {
    this.write(this.kept.filter((_, place) => place !== at));
  }

  private read(): LastWager[][] {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(this.name) ?? '[]');
      return Array.isArray(found) ? found.filter(isSet).slice(0, MOST_FAVOURITES) : [];
    } catch {
      return [];
    }
  }

  private write(kept: LastWager[][]): void {
    this.kept = kept;
    try {
      localStorage.setItem(this.name, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing has them until the page is left.
    }
  }
}

/** Whatever else stands there is none of ours. */
function isSet(found: unknown): found is LastWager[] {
  return Array.isArray(found) && found.length > 0 && found.every((each) => typeof each?.stake === 'number' && typeof each.position?.kind === 'string' && Array.isArray(each.position.numbers));
}
