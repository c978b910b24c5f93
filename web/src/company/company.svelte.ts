/** Who else is at a table: how many watch, and what those who sit there say. Nothing of it is kept. */
import type { Phrase } from '../api/types';

/** How long a phrase stays to be read. */
const READ_MILLISECONDS = 5000;
const MOST_SHOWN = 4;

export const PHRASES: readonly Phrase[] = ['hello', 'good_luck', 'well_played', 'thank_you', 'so_close', 'one_moment'];
/** Said without a word: each is drawn. */
export const REACTIONS = ['heart', 'thumbs_up', 'star', 'smile'] as const;

export function isReaction(phrase: Phrase): phrase is (typeof REACTIONS)[number] {
  return (REACTIONS as readonly Phrase[]).includes(phrase);
}

export interface SaidPhrase {
  id: number;
  player: string;
  phrase: Phrase;
}

export class TableCompany {
  watching = $state(0);
  said = $state.raw<SaidPhrase[]>([]);
  private ids = 0;

  hear(player: string, phrase: Phrase): void {
    const id = ++this.ids;
    this.said = [...this.said.slice(1 - MOST_SHOWN), { id, player, phrase }];
    setTimeout(() => (this.said = this.said.filter((each) => each.id !== id)), READ_MILLISECONDS);
  }
}
