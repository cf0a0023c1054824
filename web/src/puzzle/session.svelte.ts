import { ALONE } from '../api/alone';
import type { Hint, Message, State } from '../api/types';
import type { Seat } from '../rules/whyNot';
import { readPosition, viewerOf } from '../rules/position';
import { NO_CHOICE, type Choice } from '../table/choice';
import { NOTHING_PLACED, settle, type Layout } from '../table/layout';
import type { Notice, Sitting } from '../table/sitting';
import { seeded } from '../thinker/random';
import { worldOf } from '../thinker/world';
import { STANDARD, other } from '../twin/rules';
import { rulesetFacts, viewFacts } from '../twin/state';
import file from '../../../src/saudagar/analysis/puzzles.json';

/** A puzzle as `saudagar puzzles` writes it: the best actions with their chances of winning, best first. */
export interface Puzzle {
  readonly line: string;
  readonly options: readonly (readonly [action: string, win: number, error: number])[];
  readonly why: readonly (readonly [key: string, params: Record<string, unknown>])[];
}

export const PUZZLES = file.puzzles as unknown as readonly Puzzle[];

/** What an answer loses; `more` where only so much is known: it is worse than all that are told. */
export interface Answer {
  readonly action: string;
  readonly loss: number;
  readonly more: boolean;
  readonly right: boolean;
}

/** A puzzle on the real table: a position, and one action that is asked for. Nothing happens after it. */
export class PuzzleSession implements Sitting {
  readonly state: State;
  layout = $state.raw<Layout>(NOTHING_PLACED);
  choice = $state.raw<Choice>(NO_CHOICE);
  answer = $state.raw<Answer | null>(null);
  readonly fresh: ReadonlySet<string> = new Set();
  readonly notice: Notice | null = null;
  readonly lineLost = false;
  readonly sending = false;
  readonly shared = false;
  readonly canShowAgain = false;
  readonly canTakeBack = false;
  readonly canHint = false;

  constructor(
    readonly puzzle: Puzzle,
    private readonly onanswer: (answer: Answer) => void,
    names: { you: string; trader: string },
  ) {
    const seat = viewerOf(readPosition(puzzle.line)) as Seat;
    // What is hidden is not shown: any world that looks like this to the seat will do.
    const round = worldOf(puzzle.line, STANDARD, seeded(1));
    const view = viewFacts(round, seat, seat);
    const named = { [seat]: { name: names.you, player: null }, [other(seat)]: { name: names.trader, player: 'puzzle' } };
    this.state = {
      ...ALONE,
      id: 'puzzle',
      ply: 1,
      step: 1,
      audience: seat,
      mine: [seat],
      phase: 'play',
      seats: named as State['seats'],
      ruleset: rulesetFacts(STANDARD),
      match: { seals_to_win: 1, seals: { a: 0, b: 0 }, round: 1, first: 'a', winner: null, resigned: null },
      view,
      log: [],
      rounds: [],
    };
    this.layout = settle(NOTHING_PLACED, view.market, view.hands[seat].cards ?? '', this.state.ruleset.market_size);
  }

  get best(): string {
    return this.puzzle.options[0]![0];
  }

  get why(): Message[] {
    // Nothing was played here: the best is compared with the next best.
    return this.puzzle.why.map(([key, params]) => ({ key: key === 'why.ahead' ? 'puzzle.ahead' : key, params }));
  }

  hint = (): Promise<Hint | null> => Promise.resolve(null);
  showAgain = () => Promise.resolve();
  present = () => undefined;

  command(order: 'act' | 'next-round' | 'resign' | 'takeback', action?: string): Promise<void> {
    if (order !== 'act' || !action) return Promise.resolve();
    const { options } = this.puzzle;
    const found = options.find(([each]) => each === action);
    const loss = options[0]![1] - (found ?? options.at(-1)!)[1];
    this.answer = { action, loss, more: !found, right: action === options[0]![0] };
    this.onanswer(this.answer);
    return Promise.resolve();
  }
}
