/** The screens that a table is drawn for. Styles have the same lines: a phone, upright or on its side. */
import { MediaQuery } from 'svelte/reactivity';

const narrow = new MediaQuery('(max-width: 46rem)');
const large = new MediaQuery('(min-width: 68rem) and (min-height: 46rem), (min-width: 46.01rem) and (min-height: 56rem)');
const single = new MediaQuery('(width < 56.25rem)');
const side = new MediaQuery('(min-width: 68rem)');
const onItsSide = new MediaQuery('(max-height: 30rem) and (orientation: landscape)');

export const screen = {
  /** There is no room for anything but the table. */
  get isPhone(): boolean {
    return narrow.current || onItsSide.current;
  },
  /** A phone on its side. */
  get isOnItsSide(): boolean {
    return onItsSide.current;
  },
  /** There is room for more than the layout itself. */
  get isLarge(): boolean {
    return large.current;
  },
  /** A layout has the whole width: there is no room for a column beside it. */
  get isSingle(): boolean {
    return single.current;
  },
  /** There is room for a column beside what the page is about. */
  get hasSide(): boolean {
    return side.current;
  },
  /** Higher than wide: a layout stands on its short side. */
  get isUpright(): boolean {
    return narrow.current && !onItsSide.current;
  },
};
