import { sentence, type Audience, type Texts } from './messages';
import type { LogEntry, Message, State } from '../api/types';
import type { Seat } from '../rules/whyNot';
import { knownPlayer, playerName } from '../app/playerName';
import { t } from './language.svelte';
import { shownName } from './name';

/** Who sits there: a person by the name they gave, a program by its name in the reader's language. */
export function seatName({ seats }: Pick<State, 'seats'>, seat: Seat): string {
  const { name, player } = seats[seat];
  return player !== null && knownPlayer(player) ? playerName(player) : shownName(name);
}

/** Who is addressed: at a shared screen nobody is "you". */
export function audienceOf(state: State): Audience {
  return {
    names: { a: seatName(state, 'a'), b: seatName(state, 'b') },
    you: state.mine.length === 1 ? state.mine[0]! : null,
  };
}

/** What a shared screen may say between two people: a drawn bonus keeps its value to itself. */
export function publicly(message: Message): Message {
  if (message.key !== 'event.bonus_value') return message;
  const { value: _, ...params } = message.params;
  return { key: 'event.bonus', params };
}

export function tell(texts: Texts, messages: readonly Message[], audience: Audience): string {
  return messages.map((message) => sentence(texts, message, audience)).join(' ');
}

/** The last thing a seat did, without what the stock then laid: that is seen in the market. */
export function headline(entry: LogEntry | undefined): Message[] {
  if (!entry) return [];
  const told = entry.messages.filter((message) => message.key !== 'event.laid');
  return told.length ? told : entry.messages;
}

export function nameOf(state: State, seat: 'a' | 'b'): string {
  return audienceOf(state).you === seat ? t('you') : seatName(state, seat);
}
