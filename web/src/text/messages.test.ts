import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sentence, type Texts } from './messages';

const file = (lang: string, name: string) =>
  new URL(`../../../src/saudagar/locale/${lang}/${name}.json`, import.meta.url);
const read = (lang: string, name: string) =>
  JSON.parse(readFileSync(file(lang, name), 'utf8')) as Record<string, string>;
/** Own sentences: the wording of the shared ones may change without changing the renderer. */
const english = {
  'card.D_one': 'diamond', 'card.D_other': 'diamonds', 'card.G_one': 'gold', 'card.G_other': 'gold',
  'card.S_one': 'silver', 'card.S_other': 'silver', 'card.C_one': 'cloth', 'card.C_other': 'cloth',
  'card.P_one': 'spice', 'card.P_other': 'spice', 'card.L_one': 'leather', 'card.L_other': 'leather',
  'card.K_one': 'camel', 'card.K_other': 'camels',
  'list.item': '{count} {card}', 'list.and': '{list} and {last}', 'list.comma': '{list}, {last}',
  'event.took': '{name} took {cards}.', 'event.took.you': 'You took {cards}.',
  'event.exchanged': '{name} gave {give} and took {take}.',
  'event.sold': '{name} sold {cards} for {tokens} rupees.',
  'event.no_seal': 'A full tie: no seal is awarded.',
};
const en: Texts = { lang: 'en', table: english, fallback: english };
const names = { a: 'Anna', b: 'Meera' };
const tell = (key: string, params: Record<string, unknown>, you: 'a' | 'b' | null = 'a', texts = en) =>
  sentence(texts, { key, params }, { names, you });

describe('a sentence', () => {
  it('addresses the reader, and names the other', () => {
    expect(tell('event.took', { seat: 'a', cards: 'G' })).toBe('You took 1 gold.');
    expect(tell('event.took', { seat: 'b', cards: 'D' })).toBe('Meera took 1 diamond.');
    expect(tell('event.took', { seat: 'a', cards: 'D' }, null)).toBe('Anna took 1 diamond.');
  });

  it('lists cards by kind with number and plural', () => {
    expect(tell('event.exchanged', { seat: 'b', give: 'DDPK', take: 'GGSC' })).toBe(
      'Meera gave 2 diamonds, 1 spice and 1 camel and took 2 gold, 1 silver and 1 cloth.',
    );
  });

  it('adds tokens up visibly', () => {
    expect(tell('event.sold', { seat: 'b', cards: 'LLL', tokens: [4, 3, 2] })).toBe(
      'Meera sold 3 leather for 4 + 3 + 2 rupees.',
    );
  });

  it('uses a grammatical form where the language has one, else the plain name', () => {
    const table = { 'event.took': '{name}: {cards:acc}.', 'card.D.acc_one': 'gyémántot', 'card.D.acc_other': 'gyémántot', 'card.G_one': 'arany', 'card.G_other': 'arany', 'list.item': '{count} {card}', 'list.and': '{list} és {last}' };
    const hu: Texts = { lang: 'hu', table, fallback: english };
    expect(tell('event.took', { seat: 'b', cards: 'DDG' }, 'a', hu)).toBe('Meera: 2 gyémántot és 1 arany.');
  });

  it('looks for a form, then its other number, then the plain name, each with English underneath', () => {
    const table = { 'event.took': '{name}: {cards:acc}.', 'event.exchanged': '{name} {missing}', 'card.D.acc_other': 'gyémántot', 'card.G_one': 'arany' };
    const hu: Texts = { lang: 'hu', table, fallback: { ...english, 'card.K.acc_one': 'camel!' } };
    expect(tell('event.took', { seat: 'b', cards: 'D' }, 'a', hu)).toBe('Meera: 1 gyémántot.');
    expect(tell('event.took', { seat: 'b', cards: 'GK' }, 'a', hu)).toBe('Meera: 1 arany and 1 camel!.');
    expect(tell('event.took', { seat: 'a', cards: 'G' }, 'a', hu)).toBe('You took 1 arany.');
    expect(tell('event.took', { seat: 'b', cards: '' }, 'a', hu)).toBe('Meera: –.');
    expect(tell('event.exchanged', { seat: 'b' }, 'a', hu)).toBe('Meera {missing}');
  });

  it('falls back to English, then to the key', () => {
    const empty: Texts = { lang: 'fr', table: {}, fallback: english };
    expect(tell('event.no_seal', {}, 'a', empty)).toBe('A full tie: no seal is awarded.');
    expect(tell('event.unheard_of', {}, 'a', empty)).toBe('event.unheard_of');
  });
});

describe('the languages', () => {
  const holes = (text: string) => [...new Set(text.match(/\{\w+/g) ?? [])].sort();

  const pairs = ['fr', 'es', 'hu'].flatMap((lang) => ['web', 'online'].map((name) => [lang, name] as const));
  it.each(pairs)('%s has every text of %s, with the same places to fill', (lang, name) => {
    const base = read('en', name);
    expect(existsSync(file(lang, name))).toBe(true);
    const texts = read(lang, name);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(base).sort());
    for (const [key, text] of Object.entries(base)) expect([key, holes(texts[key]!)]).toEqual([key, holes(text)]);
  });
});
