/** What the viewer has chosen for this browser: theme, sound, motion, language. Kept here and nowhere else. */

export type Theme = 'auto' | 'light' | 'dark';
export type Motion = 'auto' | 'short' | 'off';

/** Of its whole time, what a motion takes where it is to be short. */
const SHORT = 0.35;
export type Language = 'en' | 'mi';

function kept<T extends string>(name: string, allowed: readonly T[], otherwise: T): T {
  try {
    const found = localStorage.getItem(`croupier.${name}`) as T | null;
    return found !== null && allowed.includes(found) ? found : otherwise;
  } catch {
    return otherwise;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`croupier.${name}`, value);
  } catch {
    // A browser that keeps nothing still plays.
  }
}

class Settings {
  theme = $state<Theme>(kept('theme', ['auto', 'light', 'dark'], 'auto'));
  motion = $state<Motion>(kept('motion', ['auto', 'short', 'off'], 'auto'));
  sound = $state<boolean>(kept('sound', ['on', 'off'], 'off') === 'on');
  voice = $state<boolean>(kept('voice', ['on', 'off'], 'off') === 'on');
  celebrations = $state<boolean>(kept('celebrations', ['on', 'off'], 'on') === 'on');
  /** Diamonds blue and clubs green, so that no two suits share a colour. */
  fourColours = $state<boolean>(kept('suits', ['two', 'four'], 'two') === 'four');
  phrases = $state<boolean>(kept('phrases', ['on', 'off'], 'on') === 'on');
  /** Of the system: asked for once, since it is read with every motion. */
  private wantsStillness: MediaQueryList | undefined;
  readonly language = kept<Language>('language', ['en', 'mi'], 'en');

  setTheme(theme: Theme): void {
    this.theme = theme;
    keep('theme', theme);
    applyTheme();
  }

  setMotion(motion: Motion): void {
    this.motion = motion;
    keep('motion', motion);
  }

  setCelebrations(on: boolean): void {
    this.celebrations = on;
    keep('celebrations', on ? 'on' : 'off');
  }

  setFourColours(on: boolean): void {
    this.fourColours = on;
    keep('suits', on ? 'four' : 'two');
    applyTheme();
  }

  setPhrases(on: boolean): void {
    this.phrases = on;
    keep('phrases', on ? 'on' : 'off');
  }

  setVoice(on: boolean): void {
    this.voice = on;
    keep('voice', on ? 'on' : 'off');
  }

  setSound(on: boolean): void {
    this.sound = on;
    keep('sound', on ? 'on' : 'off');
  }

  /** The words of the page are read once, when it opens. */
  setLanguage(language: Language): void {
    keep('language', language);
    location.reload();
  }

  /** By how much the time of every motion is multiplied. */
  get motionScale(): number {
    return this.motion === 'short' ? SHORT : 1;
  }

  /** Whether nothing should move: by choice here, or by the system's setting. */
  get isStill(): boolean {
    return this.motion === 'off' || (this.wantsStillness ??= matchMedia('(prefers-reduced-motion: reduce)')).matches;
  }
}

export const settings = new Settings();

export function applyTheme(): void {
  const root = document.documentElement;
  if (settings.theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.suits = settings.fourColours ? 'four' : 'two';
}
