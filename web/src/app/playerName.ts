import { has, t } from '../text/language.svelte';
import { kindOf } from './defaults';

export const knownPlayer = (id: string): boolean => has(`player.${kindOf(id)}`);

/** A program's name in the reader's language; one we have no word for is shown as it is. */
export function playerName(id: string): string {
  const key = `player.${kindOf(id)}`;
  return has(key) ? t(key) : id;
}

export function playerNote(id: string): string {
  const key = `player.${kindOf(id)}.note`;
  return has(key) ? t(key) : '';
}
