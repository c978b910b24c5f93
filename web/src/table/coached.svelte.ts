/** Which games this browser has been shown around: each once. */
const KEPT = 'croupier.coached';
const ALL = 'all';

class Coached {
  private games = $state.raw<readonly string[]>(read());

  isNew(game: string): boolean {
    return !this.games.includes(game) && !this.games.includes(ALL);
  }

  done(game: string): void {
    this.keep([...this.games, game]);
  }

  /** All of it is shown again. */
  again(): void {
    this.keep([]);
  }

  private keep(games: readonly string[]): void {
    this.games = games;
    try {
      localStorage.setItem(KEPT, JSON.stringify(games));
    } catch {
      // A browser that keeps nothing is shown around at each visit.
    }
  }
}

function read(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
}

export const coached = new Coached();
