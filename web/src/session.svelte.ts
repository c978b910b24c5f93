/** Who one is here, and what one has: asked once when the page opens, and again when it has changed. */
import { ask, get, rememberCsrf, type Answer } from './api/client';
import type { Entered, Here, Me } from './api/types';

class Session {
  me = $state<Me | null>(null);
  version = $state('');
  edition = $state(0);
  isKnown = $state(false);
  /** When `me` was asked for, by this machine's clock. */
  askedAt = $state(0);
  private whenChanged = new Set<() => void>();
  private asking: Promise<void> | null = null;
  private isHeld = false;

  /** Several who ask at once share one request. */
  load(): Promise<void> {
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  /** A round is in motion: one's money stays as it is shown until `release`, whoever asks for it meanwhile. */
  hold(): void {
    this.isHeld = true;
  }

  release(): void {
    this.isHeld = false;
  }

  private async ask(): Promise<void> {
    const answer = await get<Here>('/here');
    if (!answer.ok) return;
    if (this.isHeld && this.me && answer.value.me?.id === this.me.id) return;
    this.version = answer.value.version;
    this.edition = answer.value.edition;
    this.me = answer.value.me ?? null;
    this.askedAt = Date.now();
    this.isKnown = true;
    rememberCsrf(this.me?.csrf ?? '');
  }

  /** Whoever holds a socket opens it again: it belongs to the person who opened it. */
  onChange(listener: () => void): () => void {
    this.whenChanged.add(listener);
    return () => this.whenChanged.delete(listener);
  }

  guest(): Promise<Answer<Entered>> {
    return this.enter('/guests', {});
  }

  /** With what a second factor shows, where the account has one. */
  signIn(name: string, password: string, shown: Record<string, unknown> = {}): Promise<Answer<Entered>> {
    return this.enter('/sessions', { name, password, ...shown });
  }

  /** A guest keeps the wallet and all the rest. */
  takeName(name: string, password: string): Promise<Answer<Entered>> {
    return this.enter('/accounts', { name, password });
  }

  /** A guest who has chips at a table is refused, unless they are given up. */
  async signOut(givesUp = false): Promise<Answer<void>> {
    return this.leave(await ask<void>('DELETE', `/sessions/current${givesUp ? '?give_up=true' : ''}`));
  }

  async close(password?: string): Promise<Answer<void>> {
    return this.leave(await ask<void>('DELETE', '/me', password ? { password } : {}));
  }

  /** How long this period of play has gone on. */
  seconds(now: number): number {
    if (!this.me) return 0;
    const since = this.me.play.session_seconds;
    return since ? since + Math.max(0, Math.trunc((now - this.askedAt) / 1000)) : 0;
  }

  private async enter(path: string, body: unknown): Promise<Answer<Entered>> {
    const answer = await ask<Entered>('POST', path, body);
    if (answer.ok) {
      rememberCsrf(answer.value.csrf);
      await this.changed();
    }
    return answer;
  }

  private async leave(answer: Answer<void>): Promise<Answer<void>> {
    if (answer.ok) await this.changed();
    return answer;
  }

  private async changed(): Promise<void> {
    // An answer that is on its way is still about whoever one was before.
    await this.asking;
    await this.load();
    for (const listener of this.whenChanged) listener();
  }
}

export const session = new Session();
