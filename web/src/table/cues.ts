import { otherSeat, type State } from '../api/types';
import { shake, speaker, type Sound } from './sound';

const HEARD: readonly (readonly [key: string, sound: Sound])[] = [
  ['event.ended', 'round'],
  ['event.bonus', 'bonus'],
  ['event.sold', 'coin'],
  ['event.camels', 'camels'],
  ['event.exchanged', 'card'],
  ['event.took', 'card'],
];

/** What a move sounds like: its weightiest event, and the sign of one's own turn after the other's move, or their consent. */
export function soundsOf(next: State): Sound[] {
  const last = next.log.at(-1);
  const heard = HEARD.find(([key]) => last?.messages.some((message) => message.key.startsWith(key)))?.[1];
  const theirs = last?.seat === otherSeat(next.audience) || last?.messages[0]?.key === 'takeback.agreed';
  const mine = next.phase === 'play' && theirs && next.view.turn === next.audience;
  return [...(heard ? [heard] : []), ...(mine && next.mine.length === 1 ? (['turn'] as const) : [])];
}

/** Lets be heard and felt what is seen happening on the table. */
export function announce(last: State, next: State): void {
  if (next.ply <= last.ply) return;
  soundsOf(next).forEach((sound, i) => setTimeout(() => speaker.play(sound), i * 350));
  if (next.view.turn === next.audience && next.mine.length === 1) shake([12, 60, 12]);
}
