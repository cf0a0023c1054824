import { crc32 } from 'node:zlib';
import type { State } from '../../api/types';
import { spell } from '../../rules/action';
import type { Seat } from '../../rules/whyNot';
import { replayOf } from '../../local/replay';
import { legalActions } from '../legal';
import { positionLine } from '../line';
import { recordOf } from '../record';
import { RULESETS } from '../rules';
import { stateOf } from '../state';
import { Table, type Dealer, type Fact } from '../table';
import { toldTo } from '../told';

/** A line of a file that `python -m tests.twin.rounds` writes. */
export interface Recorded {
  ruleset: string;
  seals: number;
  first: Seat | null;
  starter: Seat;
  names: [string, string];
  log: string[];
  crc: string;
  record: number;
  replay: number;
}

const AUDIENCES = ['a', 'b', '*'] as const;
const NOBODY: Dealer = { first: refuse, deal: refuse, answer: refuse };

function refuse(): never {
  throw new Error('a recorded match asks chance nothing');
}

export const hash = (text: string): string => crc32(text).toString(16).padStart(8, '0');

/** JSON with its keys in order and without spaces. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [two]) => (one < two ? -1 : 1)))
      : each,
  );
}

function told(table: Table): string {
  const { round, log } = table;
  const { said } = log.at(-1)!;
  const lines = [
    positionLine(round),
    ...AUDIENCES.map((audience) => positionLine(round, audience)),
    legalActions(round).map(spell).join(' '),
    ...AUDIENCES.map((audience) => canonical(toldTo(audience, said).map(({ key, params }) => [key, params]))),
  ];
  if (table.ply % 5 === 0 || table.phase !== 'play')
    for (const seat of ['a', 'b'] as const) {
      const whole: State = stateOf(table, 'id', seat, [seat], { a: null, b: 'greedy-1' });
      lines.push(canonical({ ...whole, log: whole.log.slice(-1) }));
    }
  return lines.join('\n');
}

function factOf(text: string, seat: Seat | null): Fact {
  if (text.startsWith('~')) return { kind: 'takeback', seat: text[1] as Seat, cause: null, chance: null };
  if (text.startsWith('!')) return { kind: 'resign', seat: text[1] as Seat, cause: null, chance: null };
  if (text.includes(' ')) return { kind: 'deal', seat: null, cause: text, chance: null };
  const [cause, chance = null] = text.split('/') as [string, string?];
  return { kind: 'act', seat, cause, chance };
}

/** Plays a recorded match again; returns how many rounds ended. Throws at the first entry that differs. */
export function replayed(match: Recorded): number {
  const rules = RULESETS.find(({ name }) => name === match.ruleset)!;
  const names = { a: match.names[0], b: match.names[1] };
  const table = Table.replay({ rules, seals: match.seals, first: match.first, names }, [], NOBODY, match.starter);
  match.log.forEach((text, at) => {
    const { kind, seat, cause, chance } = factOf(text, table.log.length ? table.toAct : null);
    if (kind === 'deal') table.deal(cause!);
    else if (kind === 'act') table.act(seat!, cause!, chance ?? '');
    else if (kind === 'takeback') table.takeBack(seat!);
    else table.resign(seat!);
    const found = hash(told(table));
    const wanted = match.crc.slice(8 * at, 8 * at + 8);
    if (found !== wanted) throw new Error(`entry ${at + 1} (${text}) differs: ${told(table)}`);
  });
  const record = recordOf(table, '2026-11-30');
  if (crc32(record) !== match.record) throw new Error(`the record differs:\n${record}`);
  const replay = canonical(replayOf(table, { a: null, b: 'greedy-1' }, '2026-11-30'));
  if (crc32(replay) !== match.replay) throw new Error(`the replay differs: ${replay}`);
  return table.rounds.length;
}
