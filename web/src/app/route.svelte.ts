export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'new' }
  | { readonly page: 'match'; readonly id: string }
  | { readonly page: 'missing' };

export function readRoute(hash: string): Route {
  const path = hash.replace(/^#/, '');
  if (path === '' || path === '/') return { page: 'home' };
  if (path === '/new') return { page: 'new' };
  const match = /^\/m\/([^/]+)$/.exec(path);
  if (match?.[1]) return { page: 'match', id: decodeURIComponent(match[1]) };
  return { page: 'missing' };
}

class Router {
  route = $state.raw<Route>(readRoute(location.hash));

  constructor() {
    addEventListener('hashchange', () => (this.route = readRoute(location.hash)));
  }

  toMatch(id: string) {
    location.hash = `#/m/${encodeURIComponent(id)}`;
  }
}

export const router = new Router();
