/** An area of a layout as the page draws it: a position that the server names, and where on the picture it lies. */
import type { PositionShown } from '../../api/types';
import type { Area } from './arrows';

export interface Target extends Area {
  key: string;
  position: PositionShown;
}
