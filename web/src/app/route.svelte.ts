export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'new' }
  | { readonly page: 'match'; readonly id: string }
  /** A finished match, or the record that was opened (no id), at a moment. */
  | { readonly page: 'replay'; readonly id: string | null; readonly moment: number | null }
  | { readonly page: 'learn' }
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
  if (path === '/learn') return { page: 'learn' };
  const replay = /^\/(?:m\/([^/]+)\/replay|record)(?:\/(\d{1,5}))?$/.exec(path);
  if (replay) {
    const of = replay[1] === undefined ? null : decoded(replay[1]);
    if (replay[1] === undefined || of) return { page: 'replay', id: of, moment: replay[2] ? Number(replay[2]) : null };
  }
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

  toHome() {
    location.hash = '#/';
  }

  toMatch(id: string) {
    location.hash = `#/m/${encodeURIComponent(id)}`;
  }
}

export const router = new Router();
