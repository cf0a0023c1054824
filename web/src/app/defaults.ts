import type { About } from '../api/types';

/** What a player's whole name says: `champion-1:master/closer` is a `master` with the style `closer`. */
export function partsOf(player: string): { kind: string; style: string } {
  const [who = '', style = ''] = player.split('/');
  const [name = '', level] = who.split(':');
  return { kind: level ?? name.replace(/-\d+$/, ''), style };
}

/** The whole name of a player with a style, or without one. */
export const withStyle = (player: string, style: string) =>
  !style || player.startsWith('bot:') ? player : player.includes(':') ? `${player}/${style}` : `${player}:${partsOf(player).kind}/${style}`;

/** Whom "Play" means: the last one chosen here, else the middle of what there is. */
export function usualOpponent({ players }: Pick<About, 'players'>, last: string): string | null {
  const [who] = last.split('/');
  if (players.some(({ id }) => id === who || (!id.includes(':') && who === `${id}:${partsOf(id).kind}`))) return last;
  const byLevel = players.filter(({ id }) => !id.startsWith('bot:')).sort((one, other) => one.level - other.level);
  return byLevel[Math.floor((byLevel.length - 1) / 2)]?.id ?? null;
}
