/** Where a match came from that goes on from a moment of another one; noted on this device. */
export interface Origin {
  /** The match; null for a record from a file. */
  readonly id: string | null;
  readonly round: number;
  readonly ply: number;
  readonly names: string;
}

const key = (id: string) => `saudagar.origin.${id}`;

export function noteOrigin(id: string, origin: Origin): void {
  try {
    localStorage.setItem(key(id), JSON.stringify(origin));
  } catch {
    // Without storage the match is there all the same.
  }
}

export function originOf(id: string): Origin | null {
  try {
    return JSON.parse(localStorage.getItem(key(id)) ?? 'null') as Origin | null;
  } catch {
    return null;
  }
}
