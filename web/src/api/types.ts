import type { Card, Good } from '../rules/card';
import type { Limits, Seat } from '../rules/whyNot';

/** The shapes of docs/design/http.md. */
export type Phase = 'waiting' | 'dealing' | 'play' | 'round_over' | 'match_over' | 'aborted';
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

/** Time to think: for the whole match with an increment, or so many days for each action. */
export type Terms = { kind: 'match'; seconds: number; increment: number } | { kind: 'turn'; days: number };
/** `left` is in milliseconds at the moment of sending. */
export type Clock = Terms & { left: BySeat<number>; running: Seat | null };

/** An attempt to deal a round by JD1; the fields from `terms` on are those of the transcript, empty while secret. */
export interface Dealing {
  protocol: string;
  round: number;
  attempt: number;
  phase: 'committed' | 'clients_committed' | 'opened' | 'dealt' | 'revealed' | 'void';
  waiting: Seat[];
  /** Milliseconds left to commit or to open. */
  left: number | null;
  chooser: Seat | null;
  may_win: boolean;
  terms: string;
  server: string;
  clients: [string, string];
  nonces: [string, string];
  absent: string;
  secret: string;
  root: string;
  void: string;
}

export interface Phrase {
  step: number;
  seat: Seat;
  phrase: string;
}

/** What only a match between two browsers has. */
export interface Online {
  online: boolean;
  ended: 'seals' | 'resigned' | 'time' | 'not_opened' | 'aborted' | null;
  may_abort: boolean;
  /** Whether a seat is connected; null where that cannot be said. */
  present: BySeat<boolean | null>;
  watchers: number;
  clock: Clock | null;
  dealing: Dealing | null;
  voids: number;
  rematch: { offered: Seat[]; id: string | null };
  said: Phrase[];
  /** Who asks to have the last move undone; and whether the other has declined that. Missing where nobody can be asked. */
  takeback?: { asked: Seat | null; declined: boolean };
  /** Missing where a server keeps no ratings. */
  rated?: boolean;
  ratings?: BySeat<{ before: number; after: number; deviation: number; matches: number }> | null;
}

/** How strong a guest is thought to be; surely within two deviations of it. */
export interface Rating {
  rating: number;
  deviation: number;
  matches: number;
}

export interface State extends Online {
  id: string;
  ply: number;
  /** Counts everything that is stored of the match: plies, and joining, dealing, offers and phrases besides. */
  step: number;
  /** The seat that the table is laid for. A spectator sits at a's side, with both hands face down. */
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
  /** The server has none before the first deal; no table is laid then. */
  view: View;
  log: LogEntry[];
  rounds: RoundResult[];
}

/** The table after an earlier line of the log, as a seat saw it then. */
export interface Past {
  ply: number;
  view: View;
}

/** What the adviser would do, its chances of winning the round, and why: keys of the table's texts. */
export interface Hint {
  action: string;
  ranking: { action: string; chance: number }[];
  reasons: { key: string; params: Record<string, string | number> }[];
  /** Where an action was asked about: its chance beside the best one's in the same worlds. */
  chosen?: Chosen;
}

export interface Chosen {
  action: string;
  chance: number;
  loss: number;
  /** The standard error of the loss. */
  error: number;
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
  styles: string[];
  rulesets: { id: string; name: string }[];
  phrases: string[];
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
  online: boolean;
  mine: Seat[];
  turn: Seat | null;
  /** Somebody waits for me: my turn, my part of a dealing, the next round. */
  yours: boolean;
  /** Milliseconds left to whoever is to act. */
  left: number | null;
  rated?: boolean;
}

/** Cards of one kind sold at once, and what they brought with the bonus. */
export interface Sale {
  cards: string;
  rupees: number;
}

/** A finished round in figures. */
export interface RoundSums extends Pick<RoundResult, 'seal' | 'ending' | 'decided_by'> {
  totals: BySeat<number>;
  turns: BySeat<number>;
  best: BySeat<Sale | null>;
}

/** A finished match in figures. */
export interface MatchFigures extends MatchSummary {
  ruleset: string;
  ended: Online['ended'];
  /** It goes on from a moment of another match: its beginning is not its players' doing. */
  onward?: boolean;
  rounds: RoundSums[];
}

export interface NewMatch {
  opponent: string | null;
  names: BySeat<string>;
  seals: number;
  ruleset: string;
  first: Seat | null;
  /** With the opponent "friend" only. */
  clock?: Terms | null;
  rated?: boolean;
}

export const otherSeat = (seat: Seat): Seat => (seat === 'a' ? 'b' : 'a');
