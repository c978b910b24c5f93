/** What a round brought: the sum first, then what was won beside its chips, then the celebration, each in a frame of its own. */
import type { Course } from '../../motion';

export class Unveiled {
  private reached = $state<'sum' | 'payouts' | 'all'>('all');

  // Derived, so that who reads one is told of that one alone.
  readonly hasPayouts = $derived(this.reached !== 'sum');
  readonly isWhole = $derived(this.reached === 'all');

  /** `sum` shows the sum. Says whether the course goes on; without one all is shown at once. */
  async show(course: Course | null, sum: () => void): Promise<boolean> {
    this.reached = course ? 'sum' : 'all';
    sum();
    if (!course) return true;
    for (const next of ['payouts', 'all'] as const) {
      if (!(await course.frame())) return false;
      this.reached = next;
    }
    return true;
  }
}
