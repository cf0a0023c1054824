import { Refusal } from '../api/failure';
import type { Order } from '../api/client';
import type { About, Hint, NewMatch, Past, Replay, State } from '../api/types';
import { readAction } from '../rules/action';
import type { Seat } from '../rules/whyNot';
import { OPPONENTS, SIMPLE, whoIs } from '../thinker/names';
import { STYLES } from '../thinker/styles';
import early from '../thinker/weights/early.bin?url';
import whole from '../thinker/weights/network.bin?url';
import { sealsOf, winnerOf } from '../twin/match';
import { positionLine } from '../twin/line';
import { recordOf } from '../twin/record';
import { other, RULESETS } from '../twin/rules';
import { stateOf, viewFacts } from '../twin/state';
import { Refused, Table, type Terms } from '../twin/table';
import { termsOf } from './terms';
import { dealer } from './chance';
import { replayOf } from './replay';
import { shelf, ShelfError, summary, type KeptEvent, type KeptMatch, type Standing } from './shelf';
import { reasons } from './reasons';
import { advise, think } from './thinking';

/** A match that is open in this page: its table, and its facts as the shelf has them. */
interface Room {
  match: KeptMatch;
  table: Table;
}

/** How long a question for news waits, as on the server. */
const PATIENCE = 25_000;
/** After how long the computer tries again when it could not think: its weights may not have arrived. */
const AGAIN = 3_000;
const NAME_LIMIT = 40;

const rooms = new Map<string, Room>();
const queues = new Map<string, Promise<unknown>>();
const thinking = new Set<string>();
const news = new EventTarget();
/** Other tabs are told that a match has moved: they read it again from the shelf. */
const tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel('saudagar.matches') : null;
if (tabs)
  tabs.onmessage = ({ data }: MessageEvent<string>) => {
    rooms.delete(data);
    news.dispatchEvent(new Event(data));
  };

function moved(id: string) {
  news.dispatchEvent(new Event(id));
  tabs?.postMessage(id);
}

/** One thing after the other for each match: what is shown has been written. */
function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
  const next = (queues.get(id) ?? Promise.resolve()).then(work, work);
  queues.set(id, next.catch(() => undefined));
  return next;
}

async function enter(id: string): Promise<Room> {
  const open = rooms.get(id);
  if (open) return open;
  const match = await shelf.match(id);
  if (!match) throw new Refusal(404, 'not_found', null, 'there is no such match on this device', null);
  const events = await shelf.events(id);
  let table: Table;
  try {
    table = Table.replay(termsOf(match), events, dealer(), match.first);
  } catch (error) {
    throw new Refusal(500, 'internal', null, `what is kept of this match cannot be read: ${String(error)}`, null);
  }
  const room = { match, table };
  rooms.set(id, room);
  wake(room);
  return room;
}

const mineOf = ({ players }: KeptMatch): Seat[] => (['a', 'b'] as const).filter((seat) => players[seat] === null);

function show({ match, table }: Room, wanted: Seat | null): State {
  const mine = mineOf(match);
  if (wanted && !mine.includes(wanted)) throw new Refusal(403, 'not_yours', null, 'that seat is not yours', null);
  const acting = table.toAct;
  const seat = wanted ?? (acting && mine.includes(acting) ? acting : mine[0]!);
  return stateOf(table, match.id, seat, mine, match.players);
}

function standing(table: Table): Standing {
  const { match } = table;
  return {
    ply: table.ply, round: table.number, phase: table.phase, updated: Date.now() / 1000,
    sealsWon: sealsOf(match), winner: winnerOf(match),
  };
}

function lastEvent({ id }: Pick<KeptMatch, 'id'>, table: Table): KeptEvent {
  const { ply, kind, seat, cause, chance } = table.log.at(-1)!;
  return { match: id, ply, kind, seat, cause, chance, at: Date.now() / 1000 };
}

/** Carries something out and writes it down; if it cannot be written, it has not happened. */
async function carryOut(room: Room, seat: Seat, ply: number, deed: (table: Table) => void): Promise<void> {
  const { table, match } = room;
  if (table.ply !== ply) throw new Refusal(409, 'stale', null, 'the table has moved on', show(room, seat));
  try {
    deed(table);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const status = error.code === 'bad_request' ? 400 : 409;
    throw new Refusal(status, error.code, error.reason, error.message, show(room, mineOf(match).includes(seat) ? seat : null));
  }
  const kept = { ...match, standing: standing(table) };
  try {
    await shelf.append(kept, lastEvent(match, table));
  } catch (error) {
    rooms.delete(match.id);
    if (error instanceof ShelfError && error.trouble === 'taken') {
      const now = await enter(match.id);
      throw new Refusal(409, 'stale', null, 'another tab was first', show(now, mineOf(match).includes(seat) ? seat : null));
    }
    throw refusalOf(error);
  }
  room.match = kept;
  moved(match.id);
  wake(room);
}

/** What people are told when the browser's storage fails: a key of locale/<language>/offline.json. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof ShelfError)) return error;
  return new Refusal(507, `storage_${error.trouble}`, `storage_${error.trouble}`, error.message, null);
}

/** Lets the computer think when it is its turn. */
function wake({ match, table }: Room): void {
  const seat = table.toAct;
  const player = seat && match.players[seat];
  if (!seat || !player || thinking.has(match.id)) return;
  thinking.add(match.id);
  const { ply } = table;
  const line = positionLine(table.round, seat);
  think(player, line, match.ruleset)
    .then((action) =>
      inTurn(match.id, async () => {
        const room = await enter(match.id);
        thinking.delete(match.id);
        if (room.table.ply === ply) await carryOut(room, seat, ply, (at) => at.act(seat, action));
        else wake(room);
      }),
    )
    .catch(() => {
      thinking.delete(match.id);
      // Somebody else may have moved for it meanwhile; else it tries once more, also when the line is back.
      setTimeout(() => void inTurn(match.id, () => enter(match.id)).then(wake, () => undefined), AGAIN);
    });
}

const cleaned = (name: string, otherwise: string) => [...name.normalize('NFC').replace(/\p{C}/gu, '').trim()].slice(0, NAME_LIMIT).join('') || otherwise;

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `device-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

async function openMatch(terms: Terms, players: KeptMatch['players'], after?: KeptMatch): Promise<State> {
  const table = new Table(terms, dealer());
  table.deal();
  const now = Date.now() / 1000;
  const { names, rules, seals } = terms;
  const match: KeptMatch = {
    id: newId(), created: now, ruleset: rules.name, seals, first: table.first, names, players,
    standing: standing(table), rematch: null, sent: null,
  };
  try {
    await shelf.create(match, lastEvent(match, table));
    if (after) await shelf.note({ ...after, rematch: match.id });
  } catch (error) {
    throw refusalOf(error);
  }
  // The browser is asked not to clear away what lies here; it may say no.
  void navigator.storage?.persist?.().catch(() => false);
  const room = { match, table };
  rooms.set(match.id, room);
  wake(room);
  return show(room, null);
}

function waitBeyond(id: string, signal?: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      news.removeEventListener(id, end);
      signal?.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, PATIENCE);
    news.addEventListener(id, end);
    signal?.addEventListener('abort', end);
  });
}

async function atHand(weights: string): Promise<boolean> {
  try {
    if (await globalThis.caches?.match(weights)) return true;
    return (await fetch(weights, { method: 'HEAD' })).ok;
  } catch {
    return false;
  }
}

const dayOf = ({ created }: KeptMatch) => new Date(created * 1000).toISOString().slice(0, 10);

/** The server in the page: the interface of docs/design/http.md without a network. */
export const local = {
  /** Who plays here: the levels and styles of the server; where the networks' weights cannot be had, those who need none. */
  async about(): Promise<About> {
    const learned = (await Promise.all([whole, early].map(atHand))).every(Boolean);
    return {
      version: 'device',
      players: (learned ? OPPONENTS : SIMPLE).map((id, i) => ({ id, level: i + 1 })),
      styles: learned ? Object.keys(STYLES) : [],
      rulesets: RULESETS.map(({ id, name }) => ({ id, name })),
      phrases: [],
    };
  },

  matches: async () => (await shelf.matches()).map(summary).sort((one, two) => Number(two.updated) - Number(one.updated)),

  async create({ opponent, names, seals, ruleset, first }: NewMatch): Promise<State> {
    const rules = RULESETS.find(({ name, id }) => name === ruleset || id === ruleset);
    if (!rules || (opponent !== null && !whoIs(opponent))) throw new Refusal(400, 'bad_request', null, 'no such player or rules', null);
    const terms = { rules, seals, first, names: { a: cleaned(names.a, 'A'), b: cleaned(names.b, 'B') } };
    return openMatch(terms, { a: null, b: opponent });
  },

  async state(id: string, seat: Seat | null, since?: number, signal?: AbortSignal): Promise<State> {
    const read = () => inTurn(id, async () => show(await enter(id), seat));
    let state = await read();
    if (since !== undefined && state.ply <= since) {
      await waitBeyond(id, signal);
      signal?.throwIfAborted();
      state = await read();
    }
    return state;
  },

  command(id: string, order: Order, seat: Seat, ply: number, action?: string): Promise<State> {
    return inTurn(id, async () => {
      const room = await enter(id);
      if (order === 'rematch') return rematch(room);
      await carryOut(room, seat, ply, (table) => {
        if (order === 'act') table.act(seat, action ?? '');
        else if (order === 'next-round') table.deal();
        // Between people a move that was made is made.
        else if (order === 'takeback' && room.match.players[other(seat)] !== null) table.takeBack(seat);
        else if (order === 'resign') table.resign(seat);
        else throw new Refused('over');
      });
      return show(room, seat);
    });
  },

  /** What the strongest player of this device would do, and why. */
  async hint(id: string, seat: Seat, ply: number, asked?: string): Promise<Hint> {
    const { table, match } = await inTurn(id, () => enter(id));
    if (match.players[other(seat)] === null) throw new Refusal(409, 'no_hints', null, 'hints are for matches against the computer', null);
    if (table.ply !== ply || table.toAct !== seat) throw new Refusal(409, 'stale', null, 'the table has moved on', null);
    const { round } = table;
    const told = await advise(positionLine(round, seat), match.ruleset, asked);
    const { action } = told.ranking[0]!;
    return { action, ...told, reasons: reasons(round, readAction(action)!) };
  },

  /** The table after an earlier ply, as that seat saw it then; of a shared device too nobody sees the other's hand. */
  async moment(id: string, seat: Seat | null, ply: number): Promise<Past> {
    const { table, match } = await inTurn(id, () => enter(id));
    const mine = mineOf(match);
    if (seat && !mine.includes(seat)) throw new Refusal(403, 'not_yours', null, 'that seat is not yours', null);
    if (!(ply >= 1 && ply <= table.ply)) throw new Refusal(400, 'bad_request', null, 'the log has no such ply', null);
    return { ply, view: viewFacts(table.roundAt(ply), seat ?? mine[0]!, null) };
  },

  async replay(id: string): Promise<Replay> {
    const { table, match } = await inTurn(id, () => enter(id));
    if (!table.rounds.length) throw new Refusal(409, 'over', null, 'no round is finished yet', null);
    return replayOf(table, match.players, dayOf(match));
  },

  /** The record of the finished rounds, and a name for the file. */
  async record(id: string): Promise<{ name: string; text: string }> {
    const { table, match } = await inTurn(id, () => enter(id));
    const day = dayOf(match);
    return { name: `saudagar-${day}-${id.slice(7, 13)}.tgn`, text: recordOf(table, day, true) };
  },

  /** Notes that a match is on the server now, under this id. */
  sent: (id: string, there: string) =>
    inTurn(id, async () => {
      const room = await enter(id);
      room.match = { ...room.match, sent: there };
      await shelf.note(room.match);
      moved(id);
    }),

  async remove(id: string): Promise<void> {
    await inTurn(id, () => shelf.remove(id));
    rooms.delete(id);
    moved(id);
  },

  /** The id under which the server has it; null when it was not sent. */
  sentAs: async (id: string) => (await inTurn(id, () => enter(id))).match.sent,

  players: async (id: string) => (await inTurn(id, () => enter(id))).match.players,
};

async function rematch(room: Room): Promise<State> {
  const { table } = room;
  // Another tab may have opened it.
  const match = (await shelf.match(room.match.id)) ?? room.match;
  if (table.phase !== 'match_over') throw new Refusal(409, 'over', null, 'the match is not over', null);
  if (match.rematch) {
    const found = await shelf.match(match.rematch);
    if (found) return show(await enter(found.id), null);
  }
  const state = await openMatch(table.rematch(), match.players, match);
  room.match = { ...match, rematch: state.id };
  return state;
}
