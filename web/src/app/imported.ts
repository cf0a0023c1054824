import type { Replay } from '../api/types';

const KEY = 'saudagar.imported';

interface Imported {
  readonly replay: Replay;
  /** The record as it was in the file. */
  readonly text: string;
}

let kept: Imported | null = null;

/** Keeps an opened record for this tab, so that its page may be reloaded. */
export function keepImported(imported: Imported): void {
  kept = imported;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(imported));
  } catch {
    // It stays as long as the page does.
  }
}

export function imported(): Imported | null {
  if (kept) return kept;
  try {
    const text = sessionStorage.getItem(KEY);
    return (kept = text ? (JSON.parse(text) as Imported) : null);
  } catch {
    return null;
  }
}
