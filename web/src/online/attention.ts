import { otherSeat, type State } from '../api/types';
import { t } from '../text/language.svelte';
import { seatName } from '../text/narration';
import { setBadge } from './badge';
import { notices } from './notices.svelte';

let told = '';

/** Whether this person is waited for. */
export function awaited({ phase, mine, view, dealing }: State): boolean {
  const seat = mine.length === 1 ? mine[0]! : null;
  if (!seat) return false;
  if (phase === 'play') return view.turn === seat;
  return phase === 'dealing' && Boolean(dealing?.waiting.includes(seat));
}

/** Says on the tab, and by a notice where the tab is hidden, that it is one's turn. */
export function watchOver(state: State): void {
  const mine = state.phase === 'play' && awaited(state);
  setBadge(mine && document.hidden ? 1 : 0);
  const news = mine ? 'notify.turn' : state.phase === 'dealing' && state.match.round <= 1 && state.mine[0] === 'a' ? 'notify.joined' : '';
  const once = `${state.id}.${news}.${state.ply}`;
  if (!news || once === told) return;
  told = once;
  const name = seatName(state, otherSeat(state.audience));
  notices.tell(t(news, { name }), `${state.id}.${state.ply}`);
}

// Whoever looks at the page needs no dot.
if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) setBadge(0);
  });
}
