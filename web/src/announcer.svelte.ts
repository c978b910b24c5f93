/** What a screen reader is told: the shell has the live regions, everybody else calls `announce`. */
import { speak } from './speech';

class Announcer {
  polite = $state('');
  urgent = $state('');
  /** Everything that was said, for those who look after it. */
  said: string[] = [];

  say(text: string, urgent = false): void {
    this.said.push(text);
    if (this.said.length > 500) this.said.shift();
    // The same words twice are said twice: a trailing space makes them other words.
    if (urgent) speak(text);
    if (urgent) this.urgent = text === this.urgent ? `${text} ` : text;
    else this.polite = text === this.polite ? `${text} ` : text;
  }
}

export const announcer = new Announcer();

export function announce(text: string, urgent = false): void {
  announcer.say(text, urgent);
}
