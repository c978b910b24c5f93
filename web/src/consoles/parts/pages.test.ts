/** Lists that come page by page, on a line that is slower than two clicks. */
import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { go } from '../../router.svelte';
import InspectorHome from '../inspector/InspectorHome.svelte';
import Ledger from '../inspector/Ledger.svelte';
import TransfersOf from '../inspector/TransfersOf.svelte';
import People from '../operator/People.svelte';

const WALLET = 'wallet:pana';
let house: Record<string, unknown> = {};
let shown: Record<string, unknown> | undefined;

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const path = address.replace('/api/v1', '');
    // What is not asked about here never answers.
    if (!(path in house)) return new Promise(() => {});
    return new Response(JSON.stringify(house[path]));
  });
});
afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.replaceChildren();
});

async function settle(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  flushSync();
}
async function open(page: Component, address: string, answers: Record<string, unknown>): Promise<void> {
  house = answers;
  go(address);
  shown = mount(page, { target: document.body });
  await settle();
}
function more(): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find((each) => /^(More|Search further)$/.test(each.textContent.trim()));
  return found as HTMLButtonElement;
}
function rows(): number {
  return document.querySelectorAll('[data-testid=accounts] tbody tr, [data-testid=transfers] tbody tr, [data-testid=people] li, [data-testid=journals] li').length;
}

const transfer = (number: number, cents: number) => ({ journal: 'house', number, part: 0, time: number, debit: 'house', credit: WALLET, cents });
const account = (name: string) => ({ account: name, cents: 0, currency: 'money', person: '' });
const person = (id: string) => ({ id, name: id, roles: [], guest: false, made: 0, closed: null });
const journal = (id: string) => ({ id, name: id, kind: 'table', game: 'roulette', state: 'open', number: 0, time: 0, hash: '', live: false, trouble: '' });
const TRANSFERS = {
  '/audit/transfers?account=wallet%3Apana': { transfers: [transfer(1, 500)], names: {}, next: 'house 1 0' },
  '/audit/transfers?account=wallet%3Apana&after=house%201%200': { transfers: [transfer(2, 700)], names: {}, next: null },
};

describe('a page that two quick clicks ask for twice is there once', () => {
  const ALL: [string, Component, string, Record<string, unknown>][] = [
    ['transfers', TransfersOf, `/console/inspector/transfers?account=${WALLET}`, TRANSFERS],
    [
      'accounts',
      Ledger,
      '/console/inspector/ledger',
      {
        '/audit/accounts?about=&kind=&after=': { accounts: [account('a')], count: 2, total: 0, chips: null, names: {}, next: 'a' },
        '/audit/accounts?about=&kind=&after=a': { accounts: [account('b')], count: 2, total: 0, chips: null, names: {}, next: null },
      },
    ],
    [
      'people',
      People,
      '/console/operator/people',
      {
        '/people?which=staff&after=': { people: [person('a')], next: 'a' },
        '/people?which=staff&after=a': { people: [person('b')], next: null },
      },
    ],
    [
      'journals',
      InspectorHome,
      '/console/inspector',
      {
        '/audit/journals?after=': { journals: [journal('a')], next: 'a' },
        '/audit/journals?after=a': { journals: [journal('b')], next: null },
      },
    ],
  ];
  it.each(ALL)('%s', async (_name, page, address, answers) => {
    await open(page, address, answers);
    expect(rows()).toBe(1);
    const button = more();
    button.click();
    button.click();
    await settle();
    expect(rows()).toBe(2);
    expect(more()).toBeUndefined();
  });
});

it('sums of a part are called so, until all of it is there', async () => {
  await open(TransfersOf, `/console/inspector/transfers?account=${WALLET}`, TRANSFERS);
  const sums = () => document.querySelector('[data-testid=transfer-sums]')?.textContent;
  expect(sums()).toBe('Shown so far: In $5.00 · Out $0.00 · Net +$5.00');
  more().click();
  await settle();
  expect(sums()).toBe('In $12.00 · Out $0.00 · Net +$12.00');
});
