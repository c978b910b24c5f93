/** A chip on its way from the rack to where it is put. It is drawn over the page, and moves nothing on it. */
import { settings } from '../settings.svelte';

const MILLISECONDS = 260;

export function flyChip(to: Element): void {
  const chip = document.querySelector('.rack label.selected svg');
  if (!chip || settings.isStill) return;
  const [from, there] = [chip.getBoundingClientRect(), to.getBoundingClientRect()];
  const flying = chip.cloneNode(true) as SVGElement;
  flying.setAttribute('aria-hidden', 'true');
  Object.assign(flying.style, { position: 'fixed', left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px`, height: `${from.height}px`, zIndex: '50', pointerEvents: 'none' });
  document.body.append(flying);
  const across = there.left + there.width / 2 - (from.left + from.width / 2);
  const down = there.top + there.height / 2 - (from.top + from.height / 2);
  flying
    .animate([{ transform: 'none' }, { transform: `translate(${across}px, ${down}px) scale(0.7) rotate(160deg)` }], { duration: MILLISECONDS * settings.motionScale, easing: 'cubic-bezier(0.3, 0.1, 0.3, 1)' })
    .finished.catch(() => undefined)
    .finally(() => flying.remove());
}
