import { fill, template, type Texts } from './messages';

export const LANGUAGES = { en: 'English', fr: 'Français', es: 'Español', hu: 'Magyar' } as const;
export type Language = keyof typeof LANGUAGES;

type Table = Record<string, string>;
const files = import.meta.glob<Table>('../../../src/saudagar/locale/*/{game,web,score,score-help}.json', { import: 'default' });

async function load(lang: Language, names: readonly string[]): Promise<Table> {
  const wanted = names.map((name) => files[`../../../src/saudagar/locale/${lang}/${name}.json`]);
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

const NONE: Table = {};

class LanguageStore {
  texts = $state.raw<Texts>({ lang: 'en', table: NONE, fallback: NONE });
  current = $state<Language>('en');
  /** The catalogues that this page's texts are in. */
  private names: readonly string[] = ['game', 'web'];
  /** Whether each language is complete by itself, so that English need not be loaded underneath. */
  whole = false;
  private asked: Language = 'en';

  /** Changes the language once its texts have arrived; the match goes on untouched. */
  async use(lang: Language): Promise<void> {
    this.asked = lang;
    const english = lang === 'en' || this.whole ? NONE : load('en', this.names);
    const [table, fallback] = await Promise.all([load(lang, this.names), english]);
    if (this.asked !== lang) return;
    this.texts = { lang, table, fallback };
    this.current = lang;
    document.documentElement.lang = lang;
  }

  /** Reads from other catalogues from now on: before the first `use`, or with the texts that are shown. */
  async from(...names: string[]): Promise<void> {
    this.names = names;
    if (this.texts.table !== NONE) await this.use(this.current);
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

