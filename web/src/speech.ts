/** The dealer's call, spoken by the browser's own voice: “No more bets”, “17 black”. Off until asked for. */
import { settings } from './settings.svelte';

export function speak(text: string): void {
  if (!settings.voice || !('speechSynthesis' in globalThis)) return;
  // A call is about now: what was still to be said is past.
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(text.replace(/−/g, 'minus '));
  said.lang = document.documentElement.lang === 'mi' ? 'mi-NZ' : 'en-NZ';
  speechSynthesis.speak(said);
}
