import { fill, template, type Texts } from './messages';

export const LANGUAGES = { en: 'English', fr: 'Français', es: 'Español', hu: 'Magyar' } as const;
export type Language = keyof typeof LANGUAGES;

type Table = Record<string, string>;
const files = import.meta.glob<Table>(
  '../../../src/saudagar/locale/*/{game,web,players,online,table,offline,replay,review,coach,puzzle,figures,tutorial,faq,bots,passkeys,score,score-help}.json',
  { import: 'default' },
);
/** Catalogues that every page needs; the others come with the page that asks for them. */
const ALWAYS = ['game', 'web', 'players', 'online', 'table', 'offline'] as const;
export type Room = (typeof ALWAYS)[number] | 'replay' | 'review' | 'coach' | 'puzzle' | 'figures' | 'tutorial' | 'faq' | 'bots' | 'passkeys' | 'score' | 'score-help';
/** Not a language: English stretched and accented, which shows what does not fit or was never translated. */
export const PSEUDO = 'pseudo';

async function load(lang: Language | typeof PSEUDO, rooms: readonly Room[]): Promise<Table> {
  const code = lang === PSEUDO ? 'en' : lang;
  const wanted = rooms.map((name) => files[`../../../src/saudagar/locale/${code}/${name}.json`]);
  const tables = await Promise.all(wanted.map((file) => file?.() ?? {}));
  const table = Object.assign({}, ...tables) as Table;
  return lang === PSEUDO ? (await import('./pseudo')).pseudo(table) : table;
}

const isLanguage = (code: string): code is Language => code in LANGUAGES;

export function preferred(stored: string | null, offered: readonly string[]): Language | typeof PSEUDO {
  if (stored && (isLanguage(stored) || stored === PSEUDO)) return stored;
  for (const tag of offered) {
    const code = tag.toLowerCase().split('-')[0] ?? '';
    if (isLanguage(code)) return code;
  }
  return 'en';
}

class LanguageStore {
  texts = $state.raw<Texts>({ lang: 'en', table: {}, fallback: {} });
  current = $state<Language>('en');
  private asked: Language | typeof PSEUDO = 'en';
  private rooms: readonly Room[] = ALWAYS;
  private whole = false;

  /** Changes the language once its texts have arrived; the match goes on untouched. */
  async use(lang: Language | typeof PSEUDO): Promise<void> {
    this.asked = lang;
    const { rooms } = this;
    const english = this.whole || lang === 'en' ? {} : load('en', rooms);
    const [table, fallback] = await Promise.all([load(lang, rooms), english]);
    if (this.asked !== lang || this.rooms !== rooms) return;
    this.texts = { lang: lang === PSEUDO ? 'en' : lang, table, fallback };
    this.current = lang === PSEUDO ? 'en' : lang;
    document.documentElement.lang = this.current;
  }

  /** For a small page: these catalogues and no others, without English underneath; every language is complete. Before `use`. */
  only(...rooms: Room[]): void {
    this.rooms = rooms;
    this.whole = true;
  }

  /** Brings further catalogues, for a page that needs them. */
  async need(...rooms: Room[]): Promise<void> {
    const missing = rooms.filter((room) => !this.rooms.includes(room));
    if (!missing.length) return;
    this.rooms = [...this.rooms, ...missing];
    await this.use(this.asked);
  }
}

export const language = new LanguageStore();

/** A text of the interface; `count` among the values also picks the plural form. */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const count = values['count'];
  const text = template(language.texts, key, typeof count === 'number' ? count : undefined);
  return fill(text, (name) => String(values[name] ?? ''));
}

/** What stands between a heading and what it says: in French with a space before it that never breaks. */
export const colon = (): string => (language.current === 'fr' ? '\u00a0: ' : ': ');

export const has = (key: string): boolean =>
  key in language.texts.table || key in language.texts.fallback;

