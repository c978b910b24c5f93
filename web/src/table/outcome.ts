/** What a round brought somebody: the net figure, and its parts where there are two. The same on the screen and to a screen reader. */
import { money, signed } from '../format';
import { words } from '../words';

export interface Net {
  count: number;
  net: number;
  won: number;
}

export function outcomeOf({ count, net, won }: Net): { net: string; parts: string } {
  const lost = won - net;
  if (count === 0) return { net: words.settlement.youNone, parts: '' };
  if (won === 0 && lost === 0) return { net: words.settlement.youEven, parts: '' };
  return { net: signed(net), parts: won > 0 && lost > 0 ? words.settlement.parts(money(won), money(lost)) : '' };
}

export function outcomeWords(own: Net): string {
  const { net, parts } = outcomeOf(own);
  return parts ? `${net}, ${parts}` : net;
}
