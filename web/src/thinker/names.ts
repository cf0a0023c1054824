import { LEVELS } from './levels';
import { STYLES } from './styles';

/** Those that need no network. */
export const SIMPLE: readonly string[] = ['random-1', 'greedy-1', 'heuristic-1'];

/** Looks ahead as the champion does, with what a page can think of in half a second; it is not the champion, and says so by its name. */
export const STRONGEST = 'lookout-1';
/** Some half a second on a laptop of 2026, two or three on a telephone; a slower one looks at fewer (search.ts). */
export const SAMPLES = 240;

const LEVELLED = 'champion-1';
/** Whom people are offered on this device, weakest first: the champion's levels, and one who looks ahead. */
export const OPPONENTS: readonly string[] = [...Object.keys(LEVELS).map((level) => `${LEVELLED}:${level}`), STRONGEST];
/** What was offered before there were levels here: these still play in matches that were begun with them. */
const FORMER = [...SIMPLE, 'network-1'];

/** Who plays: one without levels by the whole name, a level, or the one who looks ahead; with a style or without. */
export type Who = { readonly former: string } | { readonly level: string; readonly style: string } | { readonly samples: number; readonly style: string };

/** What a player's name means, null when nobody on this device is called so: `champion-1:haggler/collector`. */
export function whoIs(player: string): Who | null {
  if (FORMER.includes(player)) return { former: player };
  const [who = '', style = ''] = player.split('/');
  if (style && !(style in STYLES)) return null;
  if (who === STRONGEST || who === `${STRONGEST}:lookout`) return { samples: SAMPLES, style };
  const [name, level = ''] = who.split(':');
  return name === LEVELLED && Object.hasOwn(LEVELS, level) ? { level, style } : null;
}
