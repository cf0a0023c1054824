import type { About } from '../api/types';

/** What a player's whole name says: `champion-1:master/closer` is a `master` with the style `closer`. */
export function partsOf(player: string): { kind: string; style: string } {
  const [who = '', style = ''] = player.split('/');
  const [name = '', level] = who.split(':');
  return { kind: level ?? name.replace(/-\d+$/, ''), style };
}

/** The whole name of a player with a style, or without one. */
export const withStyle = (player: string, style: string) =>
  !style ? player : player.includes(':') ? `${player}/${style}` : `${player}:${partsOf(player).kind}/${style}`;

/** Whom "Play" means: the strongest opponent there is. */
export function usualOpponent(about: About): string | null {
  const byLevel = [...about.players].sort((one, other) => other.level - one.level);
  return byLevel[0]?.id ?? null;
}
