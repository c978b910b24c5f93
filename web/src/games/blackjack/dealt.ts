/** A card on its way: from the shoe to where it lies. */
import { animate, drawn } from '../../motion';
import { settings } from '../../settings.svelte';

const FLIGHT_MILLISECONDS = 380;
/** When a card lies there that was laid now: it sets out with the next frame. */
export const LANDED_MILLISECONDS = FLIGHT_MILLISECONDS + 60;

/** Only for cards that are laid now: those that were there already stay where they are. A card is seen once it is known where it lies. */
export function dealt(card: HTMLElement, isNew: boolean): void {
  const shoe = document.querySelector('[data-shoe-mouth]');
  if (!isNew || settings.isStill || !shoe) return;
  card.style.opacity = '0';
  drawn(() => fly(card, shoe));
}

function fly(card: HTMLElement, shoe: Element): void {
  card.style.opacity = '';
  const [from, to] = [shoe.getBoundingClientRect(), card.getBoundingClientRect()];
  const [across, down] = [from.left + from.width / 2 - (to.left + to.width / 2), from.top + from.height / 2 - (to.top + to.height / 2)];
  void animate(
    card,
    [
      { transform: `translate(${across}px, ${down}px) rotate(-14deg) scale(0.8)`, opacity: 0.2 },
      { transform: `translate(${across * 0.35}px, ${down * 0.35}px) rotate(-5deg) scale(0.95)`, opacity: 1, offset: 0.5 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: FLIGHT_MILLISECONDS, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
  );
}
