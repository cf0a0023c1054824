import type { BySeat, State } from '../../api/types';
import { otherSeat } from '../../api/types';
import type { Seat } from '../../rules/whyNot';

/** What the stock or a bonus pile gave, in the order in which it came. */
export type Drawn =
  | { readonly kind: 'laid'; readonly cards: string }
  | { readonly kind: 'bonus'; readonly seat: Seat; readonly tier: number; readonly value: number | null };

/** What this page has seen of a round's cards: worked out from the table and the log alone, not from any proof. */
export interface Seen {
  readonly round: number;
  readonly first: Seat;
  /** The open market of the deal. */
  readonly market: string;
  /** The five cards dealt to each seat, camels among them; `?` for those this page did not see. */
  readonly deal: BySeat<string>;
  readonly drawn: readonly Drawn[];
}

const ORDER = 'DGSCPLK?';
export const sorted = (cards: string) => [...cards].sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other)).join('');

/** How many of each kind, below zero too. */
class Tally {
  private readonly counts = new Map<string, number>();

  add(cards: string, by: 1 | -1): this {
    for (const card of cards) this.counts.set(card, (this.counts.get(card) ?? 0) + by);
    return this;
  }

  get(card: string): number {
    return this.counts.get(card) ?? 0;
  }

  /** Null where there would be fewer than none: then what was told does not fit together. */
  cards(): string | null {
    if ([...this.counts.values()].some((count) => count < 0)) return null;
    return sorted([...this.counts].map(([card, count]) => card.repeat(count)).join(''));
  }
}

const letters = (value: unknown): string => (typeof value === 'string' ? value : '');
const isSeat = (value: unknown): value is Seat => value === 'a' || value === 'b';

interface Moves {
  readonly drawn: Drawn[];
  readonly laid: string;
  /** Everything that left the market, and everything that went to it. */
  readonly left: string;
  readonly put: string;
  readonly came: BySeat<string>;
  readonly went: BySeat<string>;
  /** Goods a seat gave away that nobody had seen it take: they were dealt to it. */
  readonly shown: BySeat<string>;
}

/** The lines of the round on the table, without what was taken back. */
function counted({ log, match }: State): State['log'] {
  const done: State['log'] = [];
  for (const entry of log.filter((each) => each.round === match.round)) {
    if (entry.messages[0]?.key === 'takeback.agreed') done.pop();
    else done.push(entry);
  }
  return done;
}

function movesOf(state: State): Moves {
  const moves = { drawn: [] as Drawn[], laid: '', left: '', put: '', came: { a: '', b: '' }, went: { a: '', b: '' }, shown: { a: '', b: '' } };
  const open: BySeat<Map<string, number>> = { a: new Map(), b: new Map() };
  const come = (seat: Seat, cards: string) => {
    moves.came[seat] += cards;
    moves.left += cards;
    for (const card of cards) open[seat].set(card, (open[seat].get(card) ?? 0) + 1);
  };
  const go = (seat: Seat, cards: string) => {
    moves.went[seat] += cards;
    for (const card of cards) {
      const known = open[seat].get(card) ?? 0;
      if (known > 0) open[seat].set(card, known - 1);
      else if (card !== 'K') moves.shown[seat] += card;
    }
  };
  for (const entry of counted(state)) {
    for (const { key, params } of entry.messages) {
      const { seat } = params;
      if (key === 'event.laid') {
        moves.laid += letters(params['cards']);
        moves.drawn.push({ kind: 'laid', cards: sorted(letters(params['cards'])) });
      } else if (!isSeat(seat)) continue;
      else if (key === 'event.took' || key === 'event.camels') come(seat, letters(params['cards']));
      else if (key === 'event.exchanged') {
        go(seat, letters(params['give']));
        moves.put += letters(params['give']);
        come(seat, letters(params['take']));
      } else if (key === 'event.sold' || key === 'event.sold_for_nothing') go(seat, letters(params['cards']));
      else if (key === 'event.bonus' || key === 'event.bonus_value') {
        const value = params['value'];
        moves.drawn.push({ kind: 'bonus', seat, tier: Number(params['tier']), value: typeof value === 'number' ? value : null });
      }
    }
  }
  return moves;
}

/** The current round's deal as it must have been; null if log and table contradict each other. */
export function seenOf(state: State): Seen | null {
  const moves = movesOf(state);
  const { view, ruleset } = state;
  const market = new Tally().add(view.market, 1).add(moves.laid, -1).add(moves.put, -1).add(moves.left, 1).cards();
  if (market === null) return null;
  const handSize = dealtSize(state, moves);
  const dealt = (seat: Seat): string | null => {
    const camels = view.herds[seat] - count(moves.came[seat], 'K') + count(moves.went[seat], 'K');
    if (camels < 0) return null;
    const held = view.hands[seat].cards;
    const goods =
      held === null
        ? moves.shown[seat]
        : new Tally().add(held, 1).add(plain(moves.came[seat]), -1).add(plain(moves.went[seat]), 1).cards();
    if (goods === null || camels + goods.length > handSize[seat]) return null;
    return sorted(goods + 'K'.repeat(camels) + '?'.repeat(handSize[seat] - camels - goods.length));
  };
  const [a, b] = [dealt('a'), dealt('b')];
  if (a === null || b === null || market.length !== ruleset.market_size) return null;
  return { round: state.match.round, first: state.match.first, market, deal: { a, b }, drawn: moves.drawn };
}

const count = (cards: string, card: string) => [...cards].filter((each) => each === card).length;
const plain = (cards: string) => cards.replaceAll('K', '');

/** Cards dealt to each seat: cards in hand and camels in the herd now, without what came and with what went. */
function dealtSize({ view }: State, { came, went }: Moves): BySeat<number> {
  const of = (seat: Seat) => view.hands[seat].size + view.herds[seat] - came[seat].length + went[seat].length;
  return { a: of('a'), b: of('b') };
}

export const isOwn = (drawn: Drawn, seat: Seat) => drawn.kind === 'bonus' && drawn.seat !== otherSeat(seat);
