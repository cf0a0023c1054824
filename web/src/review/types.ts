import type { BySeat, Message } from '../api/types';
import type { Seat } from '../rules/whyNot';

/** What docs/review.md tells of an action; chances are of winning the round, for the seat that could play it. */
export interface Option {
  action: string;
  win: number;
  error: number;
  worlds: number;
  margin: number;
}

export interface Decision {
  ply: number;
  seat: Seat;
  played: string;
  best: string;
  loss: number;
  error: number;
  mark: string;
  uncounted: 'forced' | 'obvious' | null;
  legal: number;
  options: Option[];
  why: Message[];
  hindsight: { best: string; win: number; played: number } | null;
}

export interface Chance {
  ply: number;
  kind: 'deal' | 'refill' | 'bonus';
  answer: string;
  /** What it brought to seat a. */
  luck: number;
}

export interface RoundReview {
  round: number;
  result: number | null;
  luck: number;
  adjusted: number | null;
  curve: [ply: number, win: number][];
  chances: Chance[];
  decisions: Decision[];
}

export interface Sums {
  decisions: number;
  counted: number;
  marks: Record<string, number>;
  loss: number;
  rate: number | null;
  band: string | null;
  luck: number;
  fortune: string;
  result: number | null;
  adjusted: number | null;
  leaks: { leak: string; times: number; loss: number }[];
}

export interface Review {
  judge: string;
  reviewed: Seat[];
  seats: BySeat<Sums>;
  worst: [round: number, ply: number][];
  rounds: RoundReview[];
}

export type Depth = 'quick' | 'middle' | 'full';

/** A review under way, as docs/design/http.md tells it. */
export interface Job {
  id: string;
  state: 'waiting' | 'running' | 'done' | 'cancelled' | 'failed';
  depth: Depth;
  reached: Depth | null;
  stage: Depth | null;
  done: number;
  of: number;
  wrong: string | null;
  result?: Review;
}
