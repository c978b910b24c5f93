/** The pages and their addresses. The server serves the same document for each first word: PLACES in serve/web.py. */
import type { Route } from './router.svelte';
import { words } from './words';

export const routes: readonly Route[] = [
  { path: '/', title: () => words.shell.tables, load: () => import('./pages/Lobby.svelte') },
  { path: '/tables', title: () => words.shell.tables, load: () => import('./pages/Lobby.svelte') },
  { path: '/tables/:id', title: () => words.shell.tables, load: () => import('./pages/Table.svelte') },
  { path: '/tables/:id/rounds/:round', title: () => words.history.title, load: () => import('./pages/Round.svelte') },
  { path: '/tournaments', title: () => words.tournament.title, load: () => import('./pages/Tournaments.svelte') },
  { path: '/tournaments/:id', title: () => words.tournament.title, load: () => import('./pages/Tournament.svelte') },
  { path: '/tournaments/:id/projector', title: () => words.tournament.projectorTitle, load: () => import('./pages/Projector.svelte') },
  { path: '/history', title: () => words.history.title, load: () => import('./pages/History.svelte') },
  { path: '/odds', title: () => words.odds.title, load: () => import('./pages/Odds.svelte') },
  { path: '/odds/:game', title: () => words.odds.title, load: () => import('./pages/Odds.svelte') },
  { path: '/practice', title: () => words.practice.title, load: () => import('./pages/Practice.svelte') },
  { path: '/rulebook', title: () => words.rulebook.title, load: () => import('./pages/Rulebook.svelte') },
  { path: '/rulebook/*clause', title: () => words.rulebook.title, load: () => import('./pages/Rulebook.svelte') },
  { path: '/me', title: () => words.me.title, load: () => import('./pages/Me.svelte') },
  { path: '/console', title: () => words.shell.consoles.all, load: () => import('./pages/Console.svelte') },
  { path: '/console/dealer', title: () => words.shell.consoles.dealer, load: () => import('./pages/ConsoleDealer.svelte') },
  { path: '/console/dealer/:id', title: () => words.shell.consoles.dealer, load: () => import('./pages/ConsoleDealer.svelte') },
  { path: '/console/supervisor', title: () => words.shell.consoles.supervisor, load: () => import('./pages/ConsoleSupervisor.svelte') },
  { path: '/console/supervisor/:id', title: () => words.shell.consoles.supervisor, load: () => import('./pages/ConsoleSupervisor.svelte') },
  { path: '/console/director', title: () => words.shell.consoles.director, load: () => import('./pages/ConsoleDirector.svelte') },
  { path: '/console/director/:id', title: () => words.shell.consoles.director, load: () => import('./pages/ConsoleDirector.svelte') },
  { path: '/console/inspector', title: () => words.shell.consoles.inspector, load: () => import('./pages/ConsoleInspector.svelte') },
  { path: '/console/inspector/:part', title: () => words.shell.consoles.inspector, load: () => import('./pages/ConsoleInspector.svelte') },
  { path: '/console/inspector/journals/:id', title: () => words.shell.consoles.inspector, load: () => import('./pages/ConsoleInspector.svelte') },
  { path: '/console/operator', title: () => words.shell.consoles.operator, load: () => import('./pages/ConsoleOperator.svelte') },
  { path: '/console/operator/:part', title: () => words.shell.consoles.operator, load: () => import('./pages/ConsoleOperator.svelte') },
  { path: '/console/operator/:part/:id', title: () => words.shell.consoles.operator, load: () => import('./pages/ConsoleOperator.svelte') },
  { path: '/about', title: () => words.about.title, load: () => import('./pages/About.svelte') },
];
