import { language, preferred, LANGUAGES, type Language } from '../text/language.svelte';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const SPEEDS = ['slow', 'normal', 'fast', 'off'] as const;
export type Speed = (typeof SPEEDS)[number];

const key = (name: string) => `saudagar.${name}`;

/** Storage can be forbidden (private windows): then settings last as long as the page. */
function recall(name: string): string | null {
  try {
    return localStorage.getItem(key(name));
  } catch {
    return null;
  }
}

function remember(name: string, value: string): void {
  try {
    localStorage.setItem(key(name), value);
  } catch {
    // Nothing to do: the choice still holds on this page.
  }
}

function oneOf<T extends string>(options: readonly T[], stored: string | null, otherwise: T): T {
  return options.find((option) => option === stored) ?? otherwise;
}

export const FACES = ['pictures', 'text'] as const;
export type Face = (typeof FACES)[number];
const YES_NO = ['yes', 'no'] as const;
type YesNo = (typeof YES_NO)[number];

const percent = (stored: string | null, otherwise: number) => {
  const number = stored === null ? NaN : Number(stored);
  return number >= 0 && number <= 100 ? number : otherwise;
};
const yes = (name: string, otherwise: YesNo) => oneOf(YES_NO, recall(name), otherwise) === 'yes';

/** From which loss on the tutor asks before a move is sent, in per cent of the chance to win the round; off: never. */
export const TUTOR = ['off', '2', '5', '10'] as const;
export type Tutor = (typeof TUTOR)[number];

export type Place = 'server' | 'device';

class Settings {
  muted = $state<boolean>(yes('muted', 'no'));
  volume = $state<number>(percent(recall('volume'), 60));
  haptics = $state<boolean>(yes('haptics', 'no'));
  /** Whether a move is asked about once more before it is sent. */
  confirm = $state<boolean>(yes('confirm', 'no'));
  /** Whether the table shows little beside the cards. */
  calm = $state<boolean>(yes('calm', 'no'));
  tutor = $state<Tutor>(oneOf(TUTOR, recall('tutor'), 'off'));
  face = $state<Face>(oneOf(FACES, recall('face'), 'pictures'));
  theme = $state<Theme>(oneOf(THEMES, recall('theme'), 'system'));
  speed = $state<Speed>(oneOf(SPEEDS, recall('speed'), 'normal'));
  name = $state<string>(recall('name') ?? '');
  /** The last opponent chosen on a server and on this device; they have different players. */
  opponent = $state<Record<Place, string>>({ server: recall('opponent') ?? '', device: recall('opponent.device') ?? '' });

  setTheme(theme: Theme) {
    this.theme = theme;
    remember('theme', theme);
    this.applyTheme();
  }

  applyTheme() {
    if (this.theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = this.theme;
  }

  setSpeed(speed: Speed) {
    this.speed = speed;
    remember('speed', speed);
  }

  setSwitch(name: 'muted' | 'haptics' | 'confirm' | 'calm', on: boolean) {
    this[name] = on;
    remember(name, on ? 'yes' : 'no');
  }

  setTutor(tutor: Tutor) {
    this.tutor = tutor;
    remember('tutor', tutor);
  }

  setVolume(volume: number) {
    this.volume = volume;
    remember('volume', String(volume));
  }

  setFace(face: Face) {
    this.face = face;
    remember('face', face);
  }

  setName(name: string) {
    this.name = name;
    remember('name', name);
  }

  setOpponent(place: Place, id: string) {
    this.opponent[place] = id;
    remember(place === 'server' ? 'opponent' : 'opponent.device', id);
  }

  async setLanguage(lang: Language) {
    await language.use(lang);
    remember('lang', language.current);
  }
}

export const settings = new Settings();

export function firstLanguage(): ReturnType<typeof preferred> {
  return preferred(recall('lang'), navigator.languages ?? []);
}

export const languageNames = Object.entries(LANGUAGES) as [Language, string][];

/** How long the other's move stays pending so that one's own result is seen first. */
const PAUSE: Record<Speed, number> = { slow: 2200, normal: 1100, fast: 450, off: 0 };
/** How long a card is on its way. */
const FLIGHT: Record<Speed, number> = { slow: 620, normal: 320, fast: 180, off: 0 };

export const pause = () => PAUSE[settings.speed];

export function flightTime(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : FLIGHT[settings.speed];
}
