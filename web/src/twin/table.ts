import type { Message, Phase, RoundResult } from '../api/types';
import { readAction } from '../rules/action';
import { bundle, letters } from '../rules/bundle';
import type { Reason } from '../rules/reason';
import { whyNot, type Seat } from '../rules/whyNot';
import { nextStarter, sealOf, winnerOf, type Match } from './match';
import { both, owed, play, resolve, standingOf, start, toAct, type Answer, type BySeat, type Deal, type Round } from './round';
import { other, type Rules } from './rules';
import { resultOf } from './score';
import { toldAction, toldAnswer, toldDeal, toldResigned, toldSeal, toldWon } from './told';

/** Whoever answers chance. */
export interface Dealer {
  first(): Seat;
  deal(rules: Rules): Deal;
  answer(round: Round): Answer;
}

/** What is kept of one thing that happened: enough to play it again. `cause` is an action, or a deal `market a|b`. */
export interface Fact {
  readonly kind: 'deal' | 'act' | 'resign' | 'takeback';
  readonly seat: Seat | null;
  readonly cause: string | null;
  /** The answer of chance, as text: cards laid, or the value of a bonus token. */
  readonly chance: string | null;
}

export interface Entry extends Fact {
  readonly ply: number;
  readonly round: number;
  readonly said: readonly Message[];
}

export interface Terms {
  readonly rules: Rules;
  readonly seals: number;
  readonly first: Seat | null;
  readonly names: BySeat<string>;
}

/** Why a command was not carried out; the table has not moved. */
export class Refused extends Error {
  constructor(
    readonly code: 'illegal_action' | 'over' | 'bad_request',
    readonly reason: Reason | null = null,
  ) {
    super(reason ?? code);
  }
}

const cards = (text: string) => bundle(text === '-' ? '' : text);
const orNone = (text: string) => text || '-';
export const dealText = ({ market, hands }: Deal): string =>
  `${orNone(letters(market))} ${orNone(letters(hands.a))}|${orNone(letters(hands.b))}`;

export function readDeal(text: string): Deal {
  const [market = '', a = '', b = ''] = text.split(/[ |]/);
  return { market: cards(market), hands: { a: cards(a), b: cards(b) } };
}

/** The authority over one match: the twin of saudagar.table, without clock, storage and players. */
export class Table {
  readonly log: Entry[] = [];
  readonly deals: Deal[] = [];
  readonly rounds: RoundResult[] = [];
  resigned: Seat | null = null;
  first: Seat = 'a';
  round!: Round;
  /** Plies that were taken back. */
  readonly gone = new Set<number>();
  /** The round before each entry of the log. */
  private readonly before: Round[] = [];
  /** Who starts the first round; null until it is drawn. */
  starter: Seat | null;

  constructor(
    readonly terms: Terms,
    private readonly dealer: Dealer,
  ) {
    this.starter = terms.first;
  }

  /** The table that these facts lead to; throws where they do not follow from each other. */
  static replay(terms: Terms, facts: readonly Fact[], dealer: Dealer, starter: Seat): Table {
    const table = new Table({ ...terms, first: terms.first ?? starter }, dealer);
    for (const { kind, seat, cause, chance } of facts) {
      if (kind === 'deal') table.deal(cause!);
      else if (kind === 'act') table.act(seat!, cause!, chance ?? '');
      else if (kind === 'takeback') table.takeBack(seat!);
      else table.resign(seat!);
    }
    return table;
  }

  get match(): Match {
    const { rules, seals } = this.terms;
    return { rules, seals_to_win: seals, first: this.starter, rounds: this.rounds, resigned: this.resigned };
  }

  get ply(): number {
    return this.log.length;
  }

  get number(): number {
    return this.log.at(-1)?.round ?? 1;
  }

  get phase(): Phase {
    if (winnerOf(this.match)) return 'match_over';
    return this.rounds.length >= this.number ? 'round_over' : 'play';
  }

  get toAct(): Seat | null {
    return this.phase === 'play' ? toAct(this.round) : null;
  }

  /** Deals a round; `told` is the deal when it has happened before. */
  deal(told?: string): void {
    if (this.log.length && this.phase !== 'round_over') throw new Refused('over');
    const first = nextStarter(this.match) ?? this.dealer.first();
    const deal = told === undefined ? this.dealer.deal(this.terms.rules) : readDeal(told);
    const round = start(this.terms.rules, first, deal);
    this.before.push(this.round ?? round);
    this.round = round;
    this.first = first;
    this.starter ??= first;
    this.deals.push(deal);
    const number = this.rounds.length + 1;
    const fact = { kind: 'deal', seat: null, cause: dealText(deal), chance: null } as const;
    this.log.push({ ...fact, ply: this.ply + 1, round: number, said: toldDeal(first, number) });
  }

  /** Lets a seat act; `told` is the answer of chance when it has happened before. */
  act(seat: Seat, text: string, told?: string): void {
    const action = readAction(text);
    if (!action) throw new Refused('bad_request');
    if (this.resigned) throw new Refused('over');
    const reason = whyNot(text, standingOf(this.round, seat), seat, this.terms.rules);
    if (reason) throw new Refused(reason === 'ROUND_OVER' ? 'over' : 'illegal_action', reason);
    const before = this.round;
    const played = play(before, action);
    let chance: string | null = null;
    let after = played;
    const said = toldAction(before, action, played);
    if (owed(played)) {
      const answer = told === undefined ? this.dealer.answer(played) : played.due ? Number(told) : bundle(told);
      after = resolve(played, answer);
      chance = typeof answer === 'number' ? String(answer) : letters(answer);
      said.push(...toldAnswer(played, answer, after));
    } else if (told) throw new Error(`nothing is owed: ${told}`);
    const result = resultOf(after);
    if (result) {
      const seal = sealOf(this.match, { ...result, first: this.first });
      this.rounds.push({ ...result, seal, first: this.first });
      const winner = winnerOf(this.match);
      said.push(toldSeal(seal), ...(winner ? [toldWon(winner)] : []));
    }
    this.before.push(before);
    this.round = after;
    this.log.push({ kind: 'act', seat, cause: text, chance, ply: this.ply + 1, round: this.number, said });
  }

  resign(seat: Seat): void {
    if (this.phase === 'match_over') throw new Refused('over');
    this.resigned = seat;
    this.before.push(this.round);
    const said = [toldResigned(seat), toldWon(other(seat))];
    this.log.push({ kind: 'resign', seat, cause: null, chance: null, ply: this.ply + 1, round: this.number, said });
  }

  /** The round that lay on the table after a ply. */
  roundAt(ply: number): Round {
    return this.before[ply] ?? this.round;
  }

  /** The seat whose last action, and the answer to it, turned nothing up, so that both may be undone. */
  get canTakeBack(): Seat | null {
    const seat = this.toAct;
    const last = this.log.slice(-2);
    const quiet = last.every(({ kind, chance }) => kind === 'act' && chance === null);
    return seat && quiet && last[0]?.seat === seat && last[1]?.seat === other(seat) ? seat : null;
  }

  /** Undoes a seat's last action and the other's answer; the log keeps both, and that they were undone. */
  takeBack(seat: Seat): void {
    if (this.canTakeBack !== seat) throw new Refused('over');
    this.gone.add(this.ply - 1).add(this.ply);
    this.round = this.before[this.ply - 2]!;
    this.before.push(this.round);
    const said = [{ key: 'takeback.done', params: { seat } }];
    this.log.push({ kind: 'takeback', seat, cause: null, chance: null, ply: this.ply + 1, round: this.number, said });
  }

  /** The terms of a rematch: the other seat starts. */
  rematch(): Terms {
    return { ...this.terms, first: this.starter && other(this.starter) };
  }
}
