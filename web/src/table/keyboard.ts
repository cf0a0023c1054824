export const HAND_KEYS = ['q', 'w', 'e', 'r', 't', 'y', 'u'] as const;

const MORE: Readonly<Record<string, 'explain' | 'count' | 'hint' | 'again' | 'calm'>> = { i: 'explain', c: 'count', n: 'hint', b: 'again', z: 'calm' };

export type Stroke =
  | { readonly to: 'market' | 'hand'; readonly index: number }
  | { readonly to: 'herd'; readonly by: 1 | -1 }
  | { readonly to: 'act' | 'clear' | 'log' | 'help' | 'explain' | 'count' | 'hint' | 'again' | 'calm' | 'earlier' | 'later' };

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>;

/** What a key means at the table; browser shortcuts are left alone. */
export function strokeOf({ key, code, ctrlKey, metaKey, altKey, shiftKey, repeat }: Pressed): Stroke | null {
  // A key held down means what its first press meant.
  if (ctrlKey || metaKey || altKey || repeat) return null;
  if (/^[1-9]$/.test(key)) return { to: 'market', index: Number(key) - 1 };
  // Where the row of digits gives signs (French keyboards), its place counts.
  const place = /^Digit([1-9])$/.exec(code);
  if (place && !shiftKey) return { to: 'market', index: Number(place[1]) - 1 };
  const letter = key.toLowerCase();
  const index = (HAND_KEYS as readonly string[]).indexOf(letter);
  if (index >= 0) return { to: 'hand', index };
  if (letter === 'h') return { to: 'herd', by: shiftKey ? -1 : 1 };
  if (key === 'Enter') return { to: 'act' };
  if (key === 'Escape') return { to: 'clear' };
  if (letter === 'l') return { to: 'log' };
  if (key === '?') return { to: 'help' };
  if (key === 'ArrowLeft') return { to: 'earlier' };
  if (key === 'ArrowRight') return { to: 'later' };
  const more = MORE[letter];
  if (more) return { to: more };
  return null;
}
