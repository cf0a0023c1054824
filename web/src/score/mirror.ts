import type { Draft } from './draft';
import { readEntry, type Entry } from './entry';

/** The running match once more, in the small storage that writes at once, beside the log that takes a moment. */
interface Mirror {
  readonly entries: readonly Entry[];
  readonly draft: Draft | null;
}

const KEY = 'saudagar.score.mirror';
const MARK = 'saudagar_score';
const YEAR = 31_536_000;

export function readMirror(): Mirror {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as { entries?: unknown[]; draft?: Draft } | null;
    return { entries: (found?.entries ?? []).map(readEntry), draft: found?.draft ?? null };
  } catch {
    return { entries: [], draft: null };
  }
}

/** False where the browser has no room or no storage at all. */
export function writeMirror(entries: readonly Entry[], draft: Draft | null): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify({ entries, draft }));
    return true;
  } catch {
    return false;
  }
}

/** How many entries this browser once had, told by two marks that other sweeps spare: a cookie and a word of storage. */
export function marked(): number {
  const cookie = /(?:^|; )saudagar_score=(\d+)/.exec(document.cookie)?.[1];
  let word: string | null = null;
  try {
    word = localStorage.getItem(`${KEY}.count`);
  } catch {
    // Storage is forbidden: the cookie may still tell.
  }
  return Math.max(Number(cookie ?? 0), Number(word ?? 0));
}

export function mark(count: number): void {
  document.cookie = `${MARK}=${count}; max-age=${YEAR}; path=/; samesite=strict`;
  try {
    localStorage.setItem(`${KEY}.count`, String(count));
  } catch {
    // As above.
  }
}
