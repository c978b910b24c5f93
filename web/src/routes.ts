/** The pages and their addresses. The server serves the same document for each first word: PLACES in serve/web.py. */
import type { Route } from './router.svelte';
import { words } from './words';

export const routes: readonly Route[] = [
  { path: '/', title: () => words.shell.tables, load: () => import('./pages/Lobby.svelte') },
  { path: '/tables', title: () => words.shell.tables, load: () => import('./pages/Lobby.svelte') },
  { path: '/tables/:id', title: () => words.shell.tables, load: () => import('./pages/Table.svelte') },
  { path: '/me', title: () => words.me.title, load: () => import('./pages/Me.svelte') },
  { path: '/about', title: () => words.about.title, load: () => import('./pages/About.svelte') },
];
