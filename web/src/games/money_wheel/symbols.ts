/** How the seven symbols look. Their letters and odds stand beside the colours everywhere: none is told by colour alone. */

export interface Look {
  ground: string;
  text: string;
}

const LOOKS: Record<string, Look> = {
  A: { ground: '#efe6cf', text: '#1b1b1b' },
  B: { ground: '#1d6b4d', text: '#fffaf0' },
  C: { ground: '#a3222b', text: '#fffaf0' },
  D: { ground: '#23508f', text: '#fffaf0' },
  E: { ground: '#5b2f86', text: '#fffaf0' },
  F: { ground: '#c9a24d', text: '#1b1508' },
  G: { ground: '#17191b', text: '#e9c46a' },
};

export function lookOf(symbol: string): Look {
  return LOOKS[symbol] ?? { ground: '#4a2f1d', text: '#fffaf0' };
}
