/** Kept in this browser for all its tabs; where storing is forbidden, for as long as the page lives. */
const page = new Map<string, string>();
const name = (key: string) => `saudagar.${key}`;

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(name(key)) ?? page.get(key) ?? null;
  } catch {
    return page.get(key) ?? null;
  }
}

/** Returns what is kept afterwards: where another tab was first, its value. */
export function keepFirst(key: string, value: string): string {
  const there = recall(key);
  if (there !== null) return there;
  keep(key, value);
  return recall(key) ?? value;
}

export function keep(key: string, value: string): void {
  page.set(key, value);
  try {
    localStorage.setItem(name(key), value);
  } catch {
    // The page remembers it.
  }
}

export function forget(key: string): void {
  page.delete(key);
  try {
    localStorage.removeItem(name(key));
  } catch {
    // Nothing was stored.
  }
}

/** The keys that begin so, oldest known first in no particular order. */
export function keptKeys(prefix: string): string[] {
  const found = new Set([...page.keys()].filter((key) => key.startsWith(prefix)));
  try {
    for (let at = 0; at < localStorage.length; at += 1) {
      const key = localStorage.key(at);
      if (key?.startsWith(name(prefix))) found.add(key.slice(name('').length));
    }
  } catch {
    // Only the page's own.
  }
  return [...found];
}
