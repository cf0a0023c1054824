import { otherSeat, type State } from '../api/types';
import { t } from '../text/language.svelte';
import { seatName } from '../text/narration';

/** What became of one's wish to take a move back, while the other has not moved; null where there is none. */
export function askedBack(table: State): string | null {
  const { takeback, audience, mine, view } = table;
  if (!takeback || !mine.includes(audience) || view.turn !== otherSeat(audience)) return null;
  const other = { name: seatName(table, otherSeat(audience)) };
  if (takeback.asked === audience) return t('takeback.asked', other);
  return takeback.declined ? t('takeback.declined', other) : null;
}
