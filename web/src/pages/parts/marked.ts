/** Text cut where the words that were searched for stand in it, so that they can be marked. */
export interface Piece {
  text: string;
  isFound: boolean;
}

export function pieces(text: string, searched: readonly string[]): Piece[] {
  const wanted = searched.filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (!wanted.length) return [{ text, isFound: false }];
  const longestFirst = wanted.sort((one, other) => other.length - one.length);
  return text
    .split(new RegExp(`(${longestFirst.join('|')})`, 'giu'))
    .map((part, at) => ({ text: part, isFound: at % 2 === 1 }))
    .filter((piece) => piece.text);
}
