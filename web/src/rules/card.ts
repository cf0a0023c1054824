/** The seven kinds of card, in the canonical order of every bundle. */
export const CARDS = ['D', 'G', 'S', 'C', 'P', 'L', 'K'] as const;
export type Card = (typeof CARDS)[number];

export const GOODS = ['D', 'G', 'S', 'C', 'P', 'L'] as const;
export type Good = (typeof GOODS)[number];

export const CAMEL = 'K';

export const PRECIOUS: ReadonlySet<Card> = new Set<Card>(['D', 'G', 'S']);

export function isCard(letter: string): letter is Card {
  return (CARDS as readonly string[]).includes(letter);
}

export function isGood(letter: string): letter is Good {
  return (GOODS as readonly string[]).includes(letter);
}
