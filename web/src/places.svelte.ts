/** The parts of the console on the screen, each a page of its own: the header has them on a desk, in place of the four places. */
export type Places = readonly (readonly [path: string, name: string])[];

class ConsolePlaces {
  label = $state('');
  links = $state.raw<Places>([]);
  /** The address that counts as here, where that is not the page's own. */
  at = $state('');
}

export const consolePlaces = new ConsolePlaces();

/** Of these, the one that the address is in: the longest that fits. */
export function hereOf(links: Places, at: string): string | undefined {
  return links.map(([path]) => path).filter((path) => at === path || at.startsWith(`${path}/`)).sort((one, other) => other.length - one.length)[0];
}
