export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'new' }
  | { readonly page: 'match'; readonly id: string }
  | { readonly page: 'missing' };

/** Null for what no address of ours contains, such as a lone `%`. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

export function readRoute(hash: string): Route {
  const path = hash.replace(/^#/, '');
  if (path === '' || path === '/') return { page: 'home' };
  if (path === '/new') return { page: 'new' };
  const match = /^\/m\/([^/]+)$/.exec(path);
  const id = match?.[1] && decoded(match[1]);
  if (id) return { page: 'match', id };
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
