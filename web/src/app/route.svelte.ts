export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'new' }
  | { readonly page: 'match'; readonly id: string }
  | { readonly page: 'friend' | 'device' | 'fair' | 'bots' | 'stats' }
  | { readonly page: 'join' | 'watch' | 'take'; readonly token: string }
  /** A finished match, or the record that was opened (no id), at a moment. */
  | { readonly page: 'replay'; readonly id: string | null; readonly moment: number | null }
  /** Where a finished match, or the record that was opened, was won and lost. */
  | { readonly page: 'review'; readonly id: string | null }
  | { readonly page: 'learn' }
  /** The puzzle of a day (2026-11-30), or of today. */
  | { readonly page: 'puzzle'; readonly day: string | null }
  | { readonly page: 'missing' };

/** Null for what no address of ours contains, such as a lone `%`. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The links that people send each other; what stands behind the `#` never leaves the browser by itself. */
const LINKS = { i: 'join', w: 'watch', h: 'take' } as const;

export function readRoute(hash: string): Route {
  const path = hash.replace(/^#/, '');
  if (path === '' || path === '/') return { page: 'home' };
  if (path === '/new') return { page: 'new' };
  if (path === '/learn') return { page: 'learn' };
  const puzzle = /^\/puzzle(?:\/(\d{4}-\d\d-\d\d))?$/.exec(path);
  if (puzzle) return { page: 'puzzle', day: puzzle[1] ?? null };
  const replay = /^\/(?:m\/([^/]+)\/replay|record)(?:\/(\d{1,5}))?$/.exec(path);
  if (replay) {
    const of = replay[1] === undefined ? null : decoded(replay[1]);
    if (replay[1] === undefined || of) return { page: 'replay', id: of, moment: replay[2] ? Number(replay[2]) : null };
  }
  if (path === '/record/review') return { page: 'review', id: null };
  const review = /^\/m\/([^/]+)\/review$/.exec(path);
  const reviewed = review?.[1] && decoded(review[1]);
  if (reviewed) return { page: 'review', id: reviewed };
  const match = /^\/m\/([^/]+)$/.exec(path);
  const id = match?.[1] && decoded(match[1]);
  if (id) return { page: 'match', id };
  if (path === '/friend' || path === '/device' || path === '/fair' || path === '/bots' || path === '/stats') return { page: path.slice(1) as 'friend' };
  const link = /^\/([iwh])\/([A-Za-z0-9_-]{1,100})$/.exec(path);
  if (link) return { page: LINKS[link[1] as keyof typeof LINKS], token: link[2]! };
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

  /** `instead`: the page before is left behind, for going back to it would make no sense. */
  toMatch(id: string, instead = false) {
    const hash = `#/m/${encodeURIComponent(id)}`;
    if (instead) location.replace(hash);
    else location.hash = hash;
  }
}

export const router = new Router();
