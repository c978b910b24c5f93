/** Addresses of the page: each is a path in the history, and its page is loaded when it is wanted. */
import { tick, type Component } from 'svelte';

type Loaded = { default: Component<{ params: Record<string, string> }> };

export interface Route {
  path: string;
  title: () => string;
  load: () => Promise<Loaded>;
}

export interface Found {
  route: Route;
  params: Record<string, string>;
}

export const place = $state({ path: location.pathname, search: location.search });

export function match(routes: readonly Route[], path: string): Found | null {
  for (const route of routes) {
    const params = fits(route.path, path);
    if (params) return { route, params };
  }
  return null;
}

/**
 * `/tables/:id` fits `/tables/roulette-1`; a last part `*name` takes all that is left. An address with a broken percent
 * escape fits nothing.
 */
export function fits(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/').slice(1);
  const given = path.replace(/(?<=.)\/$/, '').split('/').slice(1).map(decoded);
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    if (part.startsWith('*')) {
      const rest = given.slice(at);
      if (rest.includes(null)) return null;
      params[part.slice(1)] = rest.join('/');
      return params;
    }
    const word = given[at];
    if (word === undefined || word === null) return null;
    if (part.startsWith(':')) params[part.slice(1)] = word;
    else if (part !== word) return null;
  }
  return wanted.length === given.length ? params : null;
}

function decoded(word: string): string | null {
  try {
    return decodeURIComponent(word);
  } catch {
    return null;
  }
}

export function go(path: string): void {
  history.pushState(null, '', path);
  arrived();
}

function arrived(): void {
  place.path = location.pathname;
  place.search = location.search;
}

/** Links within the page change the page without a new load. */
export function listen(routes: readonly Route[]): () => void {
  const clicked = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.target || link.origin !== location.origin || link.hasAttribute('download')) return;
    if (!match(routes, link.pathname)) return;
    event.preventDefault();
    if (link.pathname !== location.pathname || link.search !== location.search) {
      history.pushState(null, '', link.pathname + link.search + link.hash);
      arrived();
      void tick().then(() => scrollTo(0, 0));
    }
  };
  document.addEventListener('click', clicked);
  addEventListener('popstate', arrived);
  return () => {
    document.removeEventListener('click', clicked);
    removeEventListener('popstate', arrived);
  };
}
