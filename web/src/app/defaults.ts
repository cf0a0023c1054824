import type { About } from '../api/types';

/** The kind of a player without its version: `greedy-1` is a `greedy`. */
export const kindOf = (player: string) => player.replace(/-\d+$/, '');

/** Whom "Play" means: the strongest opponent there is. */
export function usualOpponent(about: About): string | null {
  const byLevel = [...about.players].sort((one, other) => other.level - one.level);
  return byLevel[0]?.id ?? null;
}
