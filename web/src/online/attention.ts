import { otherSeat, type State } from '../api/types';
import { t } from '../text/language.svelte';
import { seatName } from '../text/narration';
import { setBadge } from './badge';
import { notices } from './notices.svelte';

/** What has been told on this page, each by match, kind and ply. */
const told = new Set<string>();

/** Whether this person is waited for. */
export function awaited({ phase, mine, view, dealing }: State): boolean {
  const seat = mine.length === 1 ? mine[0]! : null;
  if (!seat) return false;
  if (phase === 'play') return view.turn === seat;
  return phase === 'dealing' && Boolean(dealing?.waiting.includes(seat));
}

/** Says on the tab, and by a notice where the tab is hidden, that it is one's turn, or that the other asks for something. */
export function watchOver(state: State): void {
  const mine = state.phase === 'play' && awaited(state);
  setBadge(mine && document.hidden ? 1 : 0);
  const wish = mine && state.takeback?.asked === otherSeat(state.mine[0]!);
  const news = wish ? 'takeback.wish' : mine ? 'notify.turn' : state.phase === 'dealing' && state.match.round <= 1 && state.mine[0] === 'a' ? 'notify.joined' : '';
  const once = `${state.id}.${news}.${state.ply}`;
  if (!news || told.has(once)) return;
  told.add(once);
  const name = seatName(state, otherSeat(state.audience));
  notices.tell(t(news, { name }), once);
}

// Whoever looks at the page needs no dot.
if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) setBadge(0);
  });
}
