import { api, ask, post, remote } from '../api/client';
import { device, onDevice } from '../api/either';
import { Refusal, Unreachable } from '../api/failure';
import type { Replay, State } from '../api/types';
import { usualOpponent } from '../app/defaults';
import { playerName } from '../app/playerName';
import { settings } from '../app/settings.svelte';
import { noteOrigin } from '../table/origin';
import { otherSeat } from '../api/types';
import type { Seat } from '../rules/whyNot';

/** The text of a record: of a match of the server or of this device, or of the file that is open. */
async function recordText(id: string | null, opened: string): Promise<string> {
  if (id === null) return opened;
  if (onDevice(id)) return (await (await device()).record(id)).text;
  let response: Response;
  try {
    response = await fetch(remote.recordUrl(id));
  } catch (error) {
    throw new Unreachable(error);
  }
  if (!response.ok) throw new Refusal(response.status, 'over', null, response.statusText, null);
  return response.text();
}

/**
 * Opens a match that goes on from a moment, for a seat, with what that seat knew: the server deals the rest anew.
 * The other seat is whoever played it, or for a person the usual opponent. Returns the new match's id.
 */
export async function playOn(id: string | null, opened: string, replay: Replay, at: { round: number; ply: number }, seat: Seat): Promise<string> {
  const { players } = await ask<Awaited<ReturnType<typeof api.about>>>('/api/about');
  const there = replay.seats[otherSeat(seat)].player;
  const opponent = (there && players.some((each) => each.id === there.split('/')[0]) && there) || usualOpponent({ players }, settings.opponent.server)!;
  const record = await recordText(id, opened);
  const state = await post<State>('/api/play-on', { record, ...at, seat, opponent, name: playerName(opponent) });
  noteOrigin(state.id, { id, ...at, names: `${replay.seats.a.name} – ${replay.seats.b.name}` });
  return state.id;
}
