/** Rounds an hour at a live table, in words, and whether they are far from what the house sets. */
import type { TablePace } from '../../api/types';
import { words } from '../../words/staff';

/** Below and above these parts of what is set somebody should look. */
const SLOW = 0.75;
const FAST = 1.25;

export function paceWords({ dealt, wanted }: TablePace): string {
  if (dealt == null) return wanted ? words.dealing.paceWanted(wanted) : '';
  return wanted ? words.dealing.paceBeside(dealt, wanted) : words.dealing.pace(dealt);
}

export function paceAlert({ dealt, wanted }: TablePace): '' | 'slow' | 'fast' {
  if (dealt == null || !wanted) return '';
  if (dealt < wanted * SLOW) return 'slow';
  return dealt > wanted * FAST ? 'fast' : '';
}
