import type { Ruleset, State, View } from '../api/types';
import { spell } from '../rules/action';
import { letters, size } from '../rules/bundle';
import { CARDS } from '../rules/card';
import type { Seat } from '../rules/whyNot';
import { legalActions } from './legal';
import { positionLine, shownPurse } from './line';
import { sealsOf, winnerOf } from './match';
import { both, type BySeat, type Round } from './round';
import { goodsOf, tiers, tokensLeft, type Rules } from './rules';
import type { Table } from './table';
import { toldTo } from './told';

/** The numbers of a ruleset as the server tells them. */
export function rulesetFacts(rules: Rules): Ruleset {
  const goods = goodsOf(rules);
  const { id, name, hand_limit, market_size, smallest_exchange, exchange_cap, camel_token, piles_to_end } = rules;
  const each = <T>(value: (good: (typeof goods)[number]) => T) => Object.fromEntries(goods.map((good) => [good, value(good)]));
  return {
    ...{ id, name, hand_limit, market_size, smallest_exchange, exchange_cap, camel_token, piles_to_end },
    pack: { ...each((good) => rules.pack[CARDS.indexOf(good)]!), K: rules.pack.at(-1)! },
    smallest_sale: each((good) => rules.smallest_sale[good]),
    tokens: each((good) => rules.tokens[good] ?? []),
    bonuses: rules.bonuses,
  } as unknown as Ruleset;
}

export function viewFacts(round: Round, audience: Seat, turn: Seat | null): View {
  const { rules } = round;
  return {
    position: positionLine(round, audience),
    market: letters(round.market),
    stock: size(round.stock),
    hands: both((seat) => ({
      size: size(round.hands[seat]),
      known: letters(round.known[seat]),
      cards: seat === audience ? letters(round.hands[seat]) : null,
    })),
    herds: { ...round.herds },
    piles: Object.fromEntries(goodsOf(rules).map((good) => {
      const place = CARDS.indexOf(good);
      return [good, tokensLeft(rules, place, round.sold[place]!)];
    })) as View['piles'],
    bonuses: Object.fromEntries(tiers(rules).map((tier, i) => [tier, round.bonuses[i]!.length])) as View['bonuses'],
    purses: both((seat) => {
      const { rupees, tokens, bonuses, hidden } = shownPurse(round, seat, audience);
      return { rupees, tokens, bonuses: [...bonuses], hidden: [...hidden] };
    }),
    turn,
    exchanges: round.exchanges,
    legal: turn === audience ? legalActions(round).map(spell) : [],
  };
}

/** What a seat is told: the State of docs/design/http.md, everything it may know and nothing else. */
export function stateOf(table: Table, id: string, audience: Seat, mine: Seat[], players: BySeat<string | null>): State {
  const { match, terms } = table;
  return {
    id,
    ply: table.ply,
    audience,
    mine,
    phase: table.phase,
    seats: both((seat) => ({ name: terms.names[seat], player: players[seat] })),
    ruleset: rulesetFacts(terms.rules),
    match: {
      seals_to_win: terms.seals,
      seals: sealsOf(match),
      round: table.number,
      first: table.first,
      winner: winnerOf(match),
      resigned: match.resigned,
    },
    view: viewFacts(table.round, audience, table.toAct),
    log: table.log.map(({ ply, round, seat, said }) => ({ ply, round, seat, messages: toldTo(audience, said) })),
    rounds: table.rounds,
  };
}
