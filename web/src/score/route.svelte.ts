export type Route =
  | { readonly page: 'home' | 'new' | 'history' | 'data' | 'missing' }
  | { readonly page: 'help' | 'referee'; readonly part: string }
  | { readonly page: 'match'; readonly id: string }
  | { readonly page: 'count'; readonly id: string; readonly round: string | null }
  | { readonly page: 'import'; readonly code: string };

export function readRoute(hash: string): Route {
  const [first = '', second = '', third = '', fourth = ''] = hash.replace(/^#\/?/, '').split('/');
  switch (first) {
    case '':
      return { page: 'home' };
    case 'new':
    case 'history':
    case 'data':
      return { page: first };
    case 'help':
    case 'referee':
      return { page: first, part: second };
    case 'i':
      return { page: 'import', code: second };
    case 'm':
      if (!/^[a-z0-9]{8,32}$/.test(second)) return { page: 'missing' };
      if (third === 'count') return { page: 'count', id: second, round: fourth || null };
      return { page: 'match', id: second };
    default:
      return { page: 'missing' };
  }
}

class Router {
  route = $state.raw<Route>(readRoute(location.hash));

  /** The hash from which this place was reached; null where it was opened by its address. */
  private from: string | null = null;

  constructor() {
    addEventListener('hashchange', ({ oldURL }: HashChangeEvent) => {
      this.from = new URL(oldURL).hash;
      this.route = readRoute(location.hash);
      scrollTo(0, 0);
    });
  }

  /** Ends what a page was for: back to where it was opened from, if that is `path`, so that Back does not lead there twice. */
  leave(path: string) {
    if (this.from === `#/${path}`) history.back();
    else this.go(path, true);
  }

  go(path: string, replace = false) {
    if (replace) location.replace(`#/${path}`);
    else location.hash = `#/${path}`;
  }
}

export const router = new Router();
