import type { Card, Good } from '../rules/card';
import type { Limits, Seat } from '../rules/whyNot';

/** The shapes of docs/design/http.md. */
export type Phase = 'play' | 'round_over' | 'match_over';
export type BySeat<T> = Record<Seat, T>;
export type Tier = '3' | '4' | '5';

export interface Ruleset extends Limits {
  id: string;
  name: string;
  market_size: number;
  camel_token: number;
  piles_to_end: number;
  pack: Record<Card, number>;
  tokens: Record<Good, number[]>;
  bonuses: Record<Tier, number[]>;
}

export interface Purse {
  rupees: number;
  tokens: number;
  bonuses: number[];
  hidden: number[];
}

export interface View {
  position: string;
  market: string;
  stock: number;
  hands: BySeat<{ size: number; known: string; cards: string | null }>;
  herds: BySeat<number>;
  piles: Record<Good, number[]>;
  bonuses: Record<Tier, number>;
  purses: BySeat<Purse>;
  turn: Seat | null;
  exchanges: number;
  legal: string[];
}

export interface Message {
  key: string;
  params: Record<string, unknown>;
}

export interface LogEntry {
  ply: number;
  round: number;
  seat: Seat | null;
  messages: Message[];
}

export interface SeatScore {
  goods: number;
  bonus: number;
  camel: number;
  total: number;
  bonus_tokens: number;
  goods_tokens: number;
  bonus_values: number[];
}

export interface RoundResult {
  winner: Seat | null;
  seal: Seat | null;
  ending: 'sold_out' | 'stock_empty';
  decided_by: 'rupees' | 'bonus_tokens' | 'goods_tokens' | 'nothing';
  first: Seat;
  herds: BySeat<number>;
  scores: BySeat<SeatScore>;
}

export interface State {
  id: string;
  ply: number;
  audience: Seat;
  mine: Seat[];
  phase: Phase;
  seats: BySeat<{ name: string; player: string | null }>;
  ruleset: Ruleset;
  match: {
    seals_to_win: number;
    seals: BySeat<number>;
    round: number;
    first: Seat;
    winner: Seat | null;
    resigned: Seat | null;
  };
  view: View;
  log: LogEntry[];
  rounds: RoundResult[];
}

/** What the adviser would do, its chances of winning the round, and why: keys of the table's texts. */
export interface Hint {
  action: string;
  ranking: { action: string; chance: number }[];
  reasons: { key: string; params: Record<string, string | number> }[];
}

/** A finished or imported match, moment by moment, both hands open. */
export interface Moment {
  round: number;
  ply: number;
  seat: Seat | null;
  action: string | null;
  chance: string | null;
  view: View;
  messages: Message[];
}

export interface Replay {
  ruleset: Ruleset;
  seats: BySeat<{ name: string; player: string | null }>;
  day: string | null;
  match: Pick<State['match'], 'seals_to_win' | 'seals' | 'winner' | 'resigned'>;
  rounds: RoundResult[];
  moments: Moment[];
}

export interface About {
  version: string;
  players: { id: string; level: number }[];
  rulesets: { id: string; name: string }[];
}

export interface MatchSummary {
  id: string;
  seats: BySeat<{ name: string; player: string | null }>;
  seals: BySeat<number>;
  seals_to_win: number;
  round: number;
  phase: Phase;
  winner: Seat | null;
  updated: string | number;
}

export interface NewMatch {
  opponent: string | null;
  names: BySeat<string>;
  seals: number;
  ruleset: string;
  first: Seat | null;
}

export const otherSeat = (seat: Seat): Seat => (seat === 'a' ? 'b' : 'a');
