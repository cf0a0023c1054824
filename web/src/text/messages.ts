import { isCard } from '../rules/card';
import { bundle, kinds, count } from '../rules/bundle';
import type { Message, BySeat } from '../api/types';
import type { Seat } from '../rules/whyNot';

/** One language's texts, with the texts to fall back on. */
export interface Texts {
  readonly lang: string;
  readonly table: Readonly<Record<string, string>>;
  readonly fallback: Readonly<Record<string, string>>;
}

export type Params = Readonly<Record<string, unknown>>;

const BUNDLES = new Set(['cards', 'take', 'give']);
const rules = new Map<string, Intl.PluralRules>();

export function category(lang: string, n: number): string {
  let rule = rules.get(lang);
  if (!rule) rules.set(lang, (rule = new Intl.PluralRules(lang)));
  return rule.select(n);
}

/** A key's text: English lies under every language. */
function find(texts: Texts, key: string): string | undefined {
  return texts.table[key] ?? texts.fallback[key];
}

/** A text by key; with a `count`, by its plural form. An unknown key shows itself. */
export function template(texts: Texts, key: string, count?: number): string {
  if (count === undefined) return find(texts, key) ?? key;
  return (
    texts.table[`${key}_${category(texts.lang, count)}`] ??
    texts.table[`${key}_other`] ??
    texts.table[key] ??
    texts.fallback[`${key}_${category('en', count)}`] ??
    find(texts, key) ??
    key
  );
}

export function fill(text: string, value: (name: string, form: string | undefined) => string): string {
  return text.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, form?: string) => value(name, form));
}

/** A card's name for that many cards, in a grammatical form where the language has one. */
export function cardName(texts: Texts, card: string, n: number, form?: string): string {
  const plural = category(texts.lang, n);
  const forms = form ? [`card.${card}.${form}_${plural}`, `card.${card}.${form}_other`] : [];
  const keys = [...forms, `card.${card}_${plural}`, `card.${card}_other`];
  return keys.map((key) => find(texts, key)).find((text) => text !== undefined) ?? card;
}

export function joinList(texts: Texts, parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? '';
  const head = parts.slice(1, -1).reduce(
    (list, last) => fill(template(texts, 'list.comma'), (name) => (name === 'list' ? list : last)),
    parts[0]!,
  );
  const last = parts[parts.length - 1]!;
  return fill(template(texts, 'list.and'), (name) => (name === 'list' ? head : last));
}

export function cardList(texts: Texts, letters: string, form?: string): string {
  const cards = bundle([...letters].filter(isCard).join(''));
  const items = kinds(cards).map((card) => {
    const n = count(cards, card);
    return fill(template(texts, 'list.item'), (name) =>
      name === 'count' ? String(n) : cardName(texts, card, n, form),
    );
  });
  return items.length ? joinList(texts, items) : '–';
}

export interface Audience {
  readonly names: BySeat<string>;
  /** The seat addressed as "you"; null where two people share the screen. */
  readonly you: Seat | null;
}

/** A narrator's message as a sentence for this audience. */
export function sentence(texts: Texts, { key, params }: Message, audience: Audience): string {
  const seat = params['seat'];
  const isYou = seat !== undefined && seat !== null && seat === audience.you;
  const text = (isYou ? find(texts, `${key}.you`) : undefined) ?? find(texts, key) ?? key;
  return fill(text, (name, form) => {
    if (name === 'name') return seat === 'a' || seat === 'b' ? audience.names[seat] : '';
    return value(texts, name, params[name], form);
  });
}

export function value(texts: Texts, name: string, given: unknown, form?: string): string {
  // What a message lacks stays visible, so that nothing is ever silently wrong.
  if (given === undefined || given === null) return `{${name}}`;
  if (typeof given === 'string' && BUNDLES.has(name)) return cardList(texts, given, form);
  if (Array.isArray(given)) return given.join(' + ');
  return String(given);
}

