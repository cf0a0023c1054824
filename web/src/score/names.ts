import { NAME_LIMIT } from './entry';
import { keyOf } from './statistics';

/** A name as it is written down: no line breaks, no doubled or outer spaces, no halves of signs, at most 40 signs. */
export function cleanName(typed: string): string {
  const clean = typed.replace(/\p{Surrogate}|\p{Cc}/gu, ' ').replace(/\s+/g, ' ').trim();
  // What nobody can see is no name.
  if (!clean.replace(/[\p{C}\p{Z}]/gu, '')) return '';
  return [...clean].slice(0, NAME_LIMIT).join('').trim();
}

export const sameName = (one: string, two: string): boolean => keyOf(one) === keyOf(two);
