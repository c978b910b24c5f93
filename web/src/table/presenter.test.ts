import { expect, it } from 'vitest';
import type { Purse } from '../api/types';
import { Presenter } from './presenter.svelte';

const chips = (value: number) => ({ value, colour: 0 }) as Purse;

function at(table: string, value: number): Presenter<string> {
  const presenter = new Presenter<string>();
  presenter.hear(table, chips(value));
  presenter.settle();
  return presenter;
}

function shown(presenter: Presenter<string>): [string | null, number | undefined] {
  return [presenter.view, presenter.purse?.value];
}

it('follows the table while nothing is in motion', () => {
  const presenter = at('betting', 100);
  presenter.hear('settled');
  presenter.settle();
  presenter.hearPurse(chips(150));
  expect(shown(presenter)).toEqual(['settled', 150]);
});

it('shows the table and the chips of before until the motion is over', () => {
  const presenter = at('betting', 100);
  presenter.hear('settled');
  presenter.hold();
  presenter.settle();
  presenter.hearPurse(chips(150));
  expect(shown(presenter)).toEqual(['betting', 100]);
  presenter.release();
  expect(shown(presenter)).toEqual(['settled', 150]);
});

it('goes step by step, each with the chips that belong to it', () => {
  const presenter = at('betting', 100);
  presenter.hold();
  for (const [view, value] of [['dealt', 100], ['doubled', 90], ['paid', 130]] as const) {
    presenter.hear(view);
    presenter.settle();
    presenter.hearPurse(chips(value));
  }
  expect(shown(presenter)).toEqual(['betting', 100]);
  presenter.show('doubled');
  expect(shown(presenter)).toEqual(['doubled', 90]);
  presenter.show('dealt');
  expect(shown(presenter)).toEqual(['doubled', 90]);
  presenter.release();
  expect(shown(presenter)).toEqual(['paid', 130]);
});

it('keeps the chips when only the table changes', () => {
  const presenter = at('betting', 100);
  presenter.hold();
  presenter.hearPurse(chips(80));
  presenter.hear('closed');
  presenter.release();
  expect(shown(presenter)).toEqual(['closed', 80]);
});
