import { sentence, type Audience, type Texts } from './messages';
import type { LogEntry, Message, State } from '../api/types';
import { t } from './language.svelte';

/** Who is addressed: at a shared screen nobody is "you". */
export function audienceOf(state: State): Audience {
  return {
    names: { a: state.seats.a.name, b: state.seats.b.name },
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
  return audienceOf(state).you === seat ? t('you') : state.seats[seat].name;
}
