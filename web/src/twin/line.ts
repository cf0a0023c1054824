import { EMPTY, letters, size, type Bundle } from '../rules/bundle';
import type { Viewer } from '../rules/position';
import type { Seat } from '../rules/whyNot';
import { both, ending, less, type Purse, type Round } from './round';
import { tierOfValue } from './rules';

/** A purse as somebody knows it: tiers in the place of the values it does not (§26). */
export interface ShownPurse extends Purse {
  readonly hidden: readonly number[];
}

/** A purse as an audience may know it; without an audience the truth is told. */
export function shownPurse(round: Round, seat: Seat, audience?: Viewer): ShownPurse {
  const purse = round.purses[seat];
  if (!audience || audience === seat || ending(round)) return { ...purse, hidden: [] };
  return { ...purse, bonuses: [], hidden: purse.bonuses.map((value) => tierOfValue(round.rules, value)).sort((one, two) => one - two) };
}

const text = (cards: Bundle): string => letters(cards) || '-';

/** The position line: the truth of a round, or what an audience knows of it (docs/notation.md). */
export function positionLine(round: Round, audience?: Viewer): string {
  const seats = ['a', 'b'] as const;
  const over = ending(round) !== null;
  const open = (seat: Seat) => !audience || audience === seat;
  const unknown = both((seat) => (open(seat) ? 0 : size(round.hands[seat]) - size(round.known[seat])));
  const secret = both((seat) => (open(seat) ? less(round.hands[seat], round.known[seat]) : EMPTY));
  const purses = both((seat) => shownPurse(round, seat, audience));
  const hand = (seat: Seat) => {
    const known = letters(round.known[seat]);
    const rest = unknown[seat] ? '?'.repeat(unknown[seat]) : letters(secret[seat]);
    return known ? `${known}.${rest}` : rest || '-';
  };
  const purse = ({ rupees, tokens, bonuses, hidden }: ShownPurse) =>
    `${rupees}x${tokens}${[...bonuses, ...hidden.map((tier) => `?${tier}`)].map((token) => `+${token}`).join('')}`;
  // Whose eyes the line can be; where there is one answer it needs no `@`.
  const fits = (viewer: Viewer, seat: Seat) =>
    viewer === seat
      ? !unknown[seat] && !purses[seat].hidden.length
      : unknown[seat] > 0 || (!size(secret[seat]) && (over || !purses[seat].bonuses.length));
  const possible = (['a', 'b', '*'] as const).filter((viewer) => seats.every((seat) => fits(viewer, seat)));
  return [
    text(round.market),
    audience ? `?${size(round.stock)}` : text(round.stock),
    seats.map(hand).join('|'),
    seats.map((seat) => round.herds[seat]).join('|'),
    round.sold.slice(0, -1).join('.'),
    round.bonuses.map((pile) => (audience ? `?${pile.length}` : pile.join('.') || '-')).join('/'),
    seats.map((seat) => purse(purses[seat])).join('|'),
    round.turn,
    ...(round.exchanges ? [`x${round.exchanges}`] : []),
    ...(round.due ? [`/${round.due}`] : []),
    ...(audience && possible.join() !== audience ? [`@${audience}`] : []),
  ].join(' ');
}
