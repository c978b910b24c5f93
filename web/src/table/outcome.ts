/** What a round brought somebody, in one sentence: the same on the screen and to a screen reader. */
import { money, signed } from '../format';
import { words } from '../words';

export function outcomeWords({ count, net, won }: { count: number; net: number; won: number }): string {
  const lost = won - net;
  if (count === 0) return words.settlement.youNone;
  if (won > 0 && lost > 0) return words.settlement.youBoth(signed(net), money(won), money(lost));
  if (won > 0) return words.settlement.youWon(money(won));
  return lost > 0 ? words.settlement.youLost(money(lost)) : words.settlement.youEven;
}
