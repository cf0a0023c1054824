import { has, t } from '../text/language.svelte';
import { partsOf } from './defaults';

/** Begins the id of a program of the server's keeper; its own name follows. */
const PROGRAM = 'bot:';
export const isProgram = (id: string): boolean => id.startsWith(PROGRAM);

/** The key of a level, or of a player from before there were levels. */
const keyOf = (kind: string) => [`level.${kind}`, `player.${kind}`].find(has);

export const knownPlayer = (id: string): boolean => isProgram(id) || keyOf(partsOf(id).kind) !== undefined;

/** A program's name in the reader's language; one we have no word for is shown as it is. */
export function playerName(id: string): string {
  if (isProgram(id)) return id.slice(PROGRAM.length);
  const { kind, style } = partsOf(id);
  const key = keyOf(kind);
  if (!key) return id;
  return style && has(`style.${style}`) ? t('level.with_style', { level: t(key), style: t(`style.${style}`) }) : t(key);
}

export function playerNote(id: string): string {
  if (isProgram(id)) return t('program.note');
  const key = `${keyOf(partsOf(id).kind) ?? ''}.note`;
  return has(key) ? t(key) : '';
}

/** A style in a list: its name as a beginning of a line, and what it is. */
export function styleLine(style: string): string {
  if (!has(`style.${style}`)) return style;
  const name = t(`style.${style}`);
  return `${name.charAt(0).toLocaleUpperCase()}${name.slice(1)} – ${t(`style.${style}.note`)}`;
}
