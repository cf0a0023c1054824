type Mark = 'assisted' | 'taken_back';

const key = (mark: Mark, id: string) => `saudagar.${mark}.${id}`;

function note(mark: Mark, id: string): void {
  try {
    localStorage.setItem(key(mark, id), 'yes');
  } catch {
    // Without storage there is nothing to compare with either.
  }
}

function noted(mark: Mark, id: string): boolean {
  try {
    return localStorage.getItem(key(mark, id)) !== null;
  } catch {
    return false;
  }
}

/** Notes on this device that a match was played with hints, or moves taken back: its result is no comparison. */
export const markAssisted = (id: string): void => note('assisted', id);
export const markTakenBack = (id: string): void => note('taken_back', id);

export const isAssisted = (id: string): boolean => noted('assisted', id);
export const isTakenBack = (id: string): boolean => noted('taken_back', id);
