const key = (id: string) => `saudagar.assisted.${id}`;

/** Notes on this device that a match was played with hints: its result is no comparison. */
export function markAssisted(id: string): void {
  try {
    localStorage.setItem(key(id), 'yes');
  } catch {
    // Without storage there is nothing to compare with either.
  }
}

export function isAssisted(id: string): boolean {
  try {
    return localStorage.getItem(key(id)) !== null;
  } catch {
    return false;
  }
}
