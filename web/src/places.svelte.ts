/** The parts of the console on the screen, each a page of its own: the header has them on a desk, in place of the four places. */
export type Places = readonly (readonly [path: string, name: string])[];

class ConsolePlaces {
  label = $state('');
  links = $state.raw<Places>([]);
  /** The address that counts as here, where that is not the page's own. */
  at = $state('');
  /** Who stands here. Not a state: a part that goes would read who stood here before. */
  private owner = 0;

  /** Whoever stands here from now on; what is returned takes the parts away, unless others stand here already. */
  show(label: string, links: Places): () => void {
    const own = ++this.owner;
    [this.label, this.links] = [label, links];
    return () => {
      if (this.owner === own) this.links = [];
    };
  }
}

export const consolePlaces = new ConsolePlaces();

/** Of these, the one that the address is in: the longest that fits. */
export function hereOf(links: Places, at: string): string | undefined {
  return links.map(([path]) => path).filter((path) => at === path || at.startsWith(`${path}/`)).sort((one, other) => other.length - one.length)[0];
}
