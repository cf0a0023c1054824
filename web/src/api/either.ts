import type { remote } from './client';
import type { MatchSummary } from './types';

/** The matches of this device have ids of their own, so that one table shows them and those of a server alike. */
export const onDevice = (id: string): boolean => id.startsWith('device-');

/** The server in the page; it is fetched when the first match of this device is asked for. */
export const device = () => import('../local/server').then(({ local }) => local);

type Server = typeof remote;

/** The matches of this device for a list, without the server in the page; none where the browser keeps nothing. */
export const deviceMatches = async (): Promise<MatchSummary[]> => {
  const { shelf, summary } = await import('../local/shelf');
  return (await shelf.matches()).map(summary);
};

/** One interface, two servers: whoever has the match answers. */
export const either = (there: Server): Server => ({
  ...there,
  state: async (id, ...rest) => (onDevice(id) ? (await device()).state(id, ...rest) : there.state(id, ...rest)),
  command: async (id, order, seat, ply, action, onTrouble) =>
    onDevice(id) ? (await device()).command(id, order, seat, ply, action) : there.command(id, order, seat, ply, action, onTrouble),
  moment: async (id, ...rest) => (onDevice(id) ? (await device()).moment(id, ...rest) : there.moment(id, ...rest)),
  replay: async (id) => (onDevice(id) ? (await device()).replay(id) : there.replay(id)),
  hint: async (id, ...rest) => (onDevice(id) ? (await device()).hint(id, ...rest) : there.hint(id, ...rest)),
});
