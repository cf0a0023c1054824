import { otherSeat, type State } from '../api/types';

/** Messages of a move that turns nothing up: nothing is laid, no bonus token is drawn. */
const QUIET: ReadonlySet<string> = new Set(['event.exchanged', 'event.sold', 'event.sold_for_nothing', 'event.no_bonus']);

/** What the server puts behind the name of a program that plays over the network. */
const PROGRAM = ' (bot)';

/** Whether the last line of the log is a quiet move of this seat, which the other, if it is a person, may be asked to let undo. */
export function mayAskBack({ audience, mine, seats, view, phase, log, online, rated, takeback }: State): boolean {
  if (!online || rated || seats[otherSeat(audience)].name.endsWith(PROGRAM) || phase !== 'play' || !mine.includes(audience) || view.turn !== otherSeat(audience)) return false;
  const last = log.at(-1);
  if (!last || last.seat !== audience || !last.messages.length || takeback?.declined || takeback?.asked) return false;
  return last.messages.every(({ key }) => QUIET.has(key));
}

/** Whether the last two lines of the log are a move of this seat and the computer's answer, both quiet. */
export function mayTakeBack({ audience, seats, view, phase, log }: State): boolean {
  const other = otherSeat(audience);
  if (phase !== 'play' || view.turn !== audience || seats[other].player === null) return false;
  const last = log.slice(-2);
  if (last.length < 2 || last[0]!.seat !== audience || last[1]!.seat !== other) return false;
  return last.every(({ messages }) => messages.length > 0 && messages.every(({ key }) => QUIET.has(key)));
}
