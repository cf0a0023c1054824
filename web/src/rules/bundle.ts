import { CARDS, isCard, type Card } from './card';

/** A multiset of cards as seven counts, in the order of `CARDS`. */
export type Bundle = readonly number[];

export const EMPTY: Bundle = [0, 0, 0, 0, 0, 0, 0];

/** Reads letters in any order; the empty bundle is `""` or `-`. */
export function bundle(letters: string): Bundle {
  const counts = [0, 0, 0, 0, 0, 0, 0];
  if (letters === '-') return counts;
  for (const letter of letters) {
    if (!isCard(letter)) throw new Error(`not a card: ${letter} in ${letters}`);
    counts[CARDS.indexOf(letter)]! += 1;
  }
  return counts;
}

export function asBundle(cards: string | Bundle): Bundle {
  return typeof cards === 'string' ? bundle(cards) : cards;
}

export function letters(cards: Bundle): string {
  return CARDS.map((card, i) => card.repeat(cards[i] ?? 0)).join('');
}

export function count(cards: Bundle, card: Card): number {
  return cards[CARDS.indexOf(card)] ?? 0;
}

export function size(cards: Bundle): number {
  return cards.reduce((sum, n) => sum + n, 0);
}

/** The kinds present, in canonical order. */
export function kinds(cards: Bundle): Card[] {
  return CARDS.filter((_, i) => (cards[i] ?? 0) > 0);
}

export function plus(cards: Bundle, card: Card, n = 1): Bundle {
  return CARDS.map((kind, i) => (cards[i] ?? 0) + (kind === card ? n : 0));
}

/** Whether `part` is contained in `whole`. */
export function within(part: Bundle, whole: Bundle): boolean {
  return CARDS.every((_, i) => (part[i] ?? 0) <= (whole[i] ?? 0));
}

export function overlaps(one: Bundle, other: Bundle): boolean {
  return CARDS.some((_, i) => (one[i] ?? 0) > 0 && (other[i] ?? 0) > 0);
}
