import { canonical, hash, verify } from '../../../verify/jd1.mjs';
import type { State } from '../../api/types';
import type { Seat } from '../../rules/whyNot';
import { keep, recall } from '../keep';
import { afterKey, ownNumber, promisedOf, seatNumber } from './part';
import { sorted, type Seen } from './seen';

export type Verdict =
  | { readonly kind: 'proved'; readonly own: 'in' | 'absent' | 'unknown' | 'none'; readonly absent: readonly Seat[]; readonly voids: number }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'none' };

interface Attempt {
  terms: string;
  server: string;
  clients: [string, string];
  nonces: [string, string];
  absent: string;
  root: string;
}

interface ToldRound {
  market: string;
  deal: [string, string];
  drawn: string[];
  proof: Attempt[];
}

class Disagrees extends Error {}
const need = (right: boolean, complaint: string) => {
  if (!right) throw new Disagrees(complaint);
};

/** Known cards must be among those told; unknown ones count. */
function fits(seen: string, told: string): boolean {
  const rest = [...(told === '-' ? '' : told)];
  if (rest.length !== seen.length) return false;
  return [...seen.replaceAll('?', '')].every((card) => {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

/** The proof tells of a round what the record says: it must be the round that this page has seen. */
export function compareSeen(seen: Seen, told: Pick<ToldRound, 'market' | 'deal' | 'drawn'>): string | null {
  if (sorted(told.market) !== sorted(seen.market)) return `the market was ${seen.market}, the record says ${told.market}`;
  for (const [at, seat] of (['a', 'b'] as const).entries()) {
    if (!fits(seen.deal[seat], told.deal[at] ?? '')) return `seat ${seat} was dealt ${seen.deal[seat]}, the record says ${told.deal[at]}`;
  }
  const came = told.drawn.filter((each) => each !== '' && each !== '-');
  if (came.length < seen.drawn.length) return 'the record has fewer cards and tokens than came';
  for (const [at, drawn] of seen.drawn.entries()) {
    const said = came[at] ?? '';
    const right = drawn.kind === 'laid' ? sorted(said) === drawn.cards : drawn.value === null ? /^[\d?]/.test(said) : said === String(drawn.value);
    if (!right) return `draw ${at + 1} was ${drawn.kind === 'laid' ? drawn.cards : drawn.value}, the record says ${said}`;
  }
  return null;
}

/** Checks a finished round: the server's proof by itself, then against what was promised, given and seen here. */
export async function judge(state: State, round: number, text: string, seat: Seat | null, seen: Seen | null): Promise<Verdict> {
  try {
    const found = (await verify(text)).rounds[round - 1];
    need(found !== undefined, 'the record lacks this round');
    const told = (JSON.parse(text) as { rounds: ToldRound[] }).rounds[round - 1]!;
    if (!found!.proof) {
      need(promisedOf(state.id, round) === null, 'a proof was promised and is not there');
      return { kind: 'none' };
    }
    need(!found!.problem, found!.problem);
    const dealt = told.proof.at(-1)!;
    need((JSON.parse(dealt.terms) as { match: string }).match === state.id, 'the proof is of another match');
    const promised = promisedOf(state.id, round);
    if (promised) {
      const { terms, server, clients, root } = dealt;
      const now = { attempt: told.proof.length, terms, server, clients, root };
      need(canonical(now) === canonical(promised), 'the proof is of another deal than the one that was promised');
    }
    const wrong = seen && seen.round === round ? compareSeen(seen, told) : null;
    need(wrong === null, wrong ?? '');
    const absent = [...dealt.absent] as Seat[];
    const own = seat === null ? 'none' : absent.includes(seat) ? 'absent' : promised ? numberIsIn(state.id, round, dealt, seat) : 'unknown';
    keep(afterKey(state.id, round), await hashOf(dealt));
    keep(`proved.${state.id}.${round}`, own);
    return { kind: 'proved', own, absent, voids: told.proof.length - 1 };
  } catch (error) {
    return { kind: 'failed', problem: error instanceof Error ? error.message : String(error) };
  }
}

function numberIsIn(id: string, round: number, dealt: Attempt, seat: Seat): 'in' | 'unknown' {
  const promised = promisedOf(id, round);
  const number = promised && ownNumber(id, round, promised, seat);
  // A number that was found in its proof once need not be kept: the promise it belongs to is.
  if (!number) return recall(`proved.${id}.${round}`) === 'in' ? 'in' : 'unknown';
  need(dealt.nonces[seatNumber(seat)] === number, 'the number of this browser is not the one in the proof');
  return 'in';
}

/** What the next round's terms have to name as `previous`. */
async function hashOf(attempt: Attempt): Promise<string> {
  const digest = await hash('JD1/previous', new TextEncoder().encode(canonical(attempt)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
