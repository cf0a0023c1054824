import { has, t } from '../text/language.svelte';
import { partsOf } from './defaults';

/** The key of a level, or of a player from before there were levels. */
const keyOf = (kind: string) => [`level.${kind}`, `player.${kind}`].find(has);

export const knownPlayer = (id: string): boolean => keyOf(partsOf(id).kind) !== undefined;

/** A program's name in the reader's language; one we have no word for is shown as it is. */
export function playerName(id: string): string {
  const { kind, style } = partsOf(id);
  const key = keyOf(kind);
  if (!key) return id;
  return style && has(`style.${style}`) ? t('level.with_style', { level: t(key), style: t(`style.${style}`) }) : t(key);
}

export function playerNote(id: string): string {
  const key = `${keyOf(partsOf(id).kind) ?? ''}.note`;
  return has(key) ? t(key) : '';
}

/** A style in a list: its name as a beginning of a line, and what it is. */
export function styleLine(style: string): string {
  if (!has(`style.${style}`)) return style;
  const name = t(`style.${style}`);
  return `${name.charAt(0).toLocaleUpperCase()}${name.slice(1)} – ${t(`style.${style}.note`)}`;
}
