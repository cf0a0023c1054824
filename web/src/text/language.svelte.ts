import { fill, template, type Texts } from './messages';

export const LANGUAGES = { en: 'English', fr: 'Français', es: 'Español', hu: 'Magyar' } as const;
export type Language = keyof typeof LANGUAGES;

type Table = Record<string, string>;
const files = import.meta.glob<Table>('../../../src/saudagar/locale/*/{game,web,players,online}.json', { import: 'default' });

async function load(lang: Language): Promise<Table> {
  const wanted = ['game', 'web', 'players', 'online'].map((name) => files[`../../../src/saudagar/locale/${lang}/${name}.json`]);
  const tables = await Promise.all(wanted.map((file) => file?.() ?? {}));
  return Object.assign({}, ...tables) as Table;
}

const isLanguage = (code: string): code is Language => code in LANGUAGES;

export function preferred(stored: string | null, offered: readonly string[]): Language {
  if (stored && isLanguage(stored)) return stored;
  for (const tag of offered) {
    const code = tag.toLowerCase().split('-')[0] ?? '';
    if (isLanguage(code)) return code;
  }
  return 'en';
}

class LanguageStore {
  texts = $state.raw<Texts>({ lang: 'en', table: {}, fallback: {} });
  current = $state<Language>('en');
  private asked: Language = 'en';

  /** Changes the language once its texts have arrived; the match goes on untouched. */
  async use(lang: Language): Promise<void> {
    this.asked = lang;
    const [table, fallback] = await Promise.all([load(lang), load('en')]);
    if (this.asked !== lang) return;
    this.texts = { lang, table, fallback };
    this.current = lang;
    document.documentElement.lang = lang;
  }
}

export const language = new LanguageStore();

/** A text of the interface; `count` among the values also picks the plural form. */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const count = values['count'];
  const text = template(language.texts, key, typeof count === 'number' ? count : undefined);
  return fill(text, (name) => String(values[name] ?? ''));
}

export const has = (key: string): boolean =>
  key in language.texts.table || key in language.texts.fallback;

