import { readFileSync } from 'node:fs';
import { hash, mac } from '../../../verify/jd1.mjs';
import type { Dealing, State } from '../../api/types';
import type { Seat } from '../../rules/whyNot';
import { sorted } from './seen';

/** For tests: a round laid out card by card from a deal of `conformance/jd1.json`, which no code of the package made. */
export interface Case {
  attempt: { terms: string; server: string; clients: [string, string]; nonces: [string, string]; absent: string; secret: string; root: string; void: string; protocol: string };
  key: string;
  deck: string;
  bonuses: Record<string, number[]>;
  first: Seat;
}

const file = new URL('../../../../conformance/jd1.json', import.meta.url);
export const cases = (JSON.parse(readFileSync(file, 'utf8')) as { deals: Case[] }).deals;

type Message = { key: string; params: Record<string, unknown> };

/** A table that only does what it is told: the truth the pages' bookkeeping is compared with. */
export class Laid {
  readonly deck: string[];
  readonly hands: Record<Seat, string>;
  readonly herds: Record<Seat, number>;
  readonly piles: Record<string, number[]>;
  market: string;
  readonly log: { ply: number; round: number; seat: Seat | null; messages: Message[] }[] = [];

  constructor(readonly deal: Case, readonly round = 1) {
    this.deck = [...deal.deck];
    const dealt = [this.deck.splice(0, 5).join(''), this.deck.splice(0, 5).join('')];
    this.market = `KKK${this.deck.splice(0, 2).join('')}`;
    this.hands = { a: dealt[0]!.replaceAll('K', ''), b: dealt[1]!.replaceAll('K', '') };
    this.herds = { a: 5 - this.hands.a.length, b: 5 - this.hands.b.length };
    this.piles = structuredClone(deal.bonuses);
    this.say('a', [{ key: 'event.began', params: { seat: deal.first, round } }]);
  }

  private say(seat: Seat, messages: Message[]) {
    this.log.push({ ply: this.log.length + 1, round: this.round, seat, messages });
  }

  private lay(count: number): Message {
    const cards = sorted(this.deck.splice(0, count).join(''));
    this.market += cards;
    return { key: 'event.laid', params: { cards } };
  }

  private static without(from: string, cards: string): string {
    return [...cards].reduce((rest, card) => rest.replace(card, ''), from);
  }

  take(seat: Seat, card: string): this {
    this.market = Laid.without(this.market, card);
    this.hands[seat] += card;
    this.say(seat, [{ key: 'event.took', params: { seat, cards: card } }, this.lay(1)]);
    return this;
  }

  camels(seat: Seat): this {
    const cards = this.market.replace(/[^K]/g, '');
    this.market = this.market.replaceAll('K', '');
    this.herds[seat] += cards.length;
    this.say(seat, [{ key: 'event.camels', params: { seat, cards } }, this.lay(cards.length)]);
    return this;
  }

  exchange(seat: Seat, take: string, give: string): this {
    this.market = Laid.without(this.market, take) + give;
    const goods = give.replaceAll('K', '');
    this.hands[seat] = Laid.without(this.hands[seat], goods) + take;
    this.herds[seat] -= give.length - goods.length;
    this.say(seat, [{ key: 'event.exchanged', params: { seat, give: sorted(give), take: sorted(take) } }]);
    return this;
  }

  sell(seat: Seat, cards: string): this {
    this.hands[seat] = Laid.without(this.hands[seat], cards);
    const messages: Message[] = [{ key: 'event.sold', params: { seat, cards, tokens: [1] } }];
    if (cards.length >= 3) {
      const tier = Math.min(5, cards.length);
      messages.push({ key: 'event.bonus_value', params: { seat, tier, value: this.piles[String(tier)]!.shift() } });
    }
    this.say(seat, messages);
    return this;
  }

  /** What a seat is told of it; null for a spectator. */
  state(audience: Seat | null, more: Partial<State> = {}): State {
    const { seats: [a, b], rules, match } = JSON.parse(this.deal.attempt.terms) as { seats: [string, string]; rules: string; match: string };
    const log = this.log.map((entry) => ({
      ...entry,
      messages: entry.messages.map(({ key, params }) =>
        key === 'event.bonus_value' && params['seat'] !== audience
          ? { key: 'event.bonus', params: { seat: params['seat'], tier: params['tier'] } }
          : { key, params },
      ),
    }));
    const hand = (seat: Seat) => ({ size: this.hands[seat].length, known: '', cards: seat === audience ? sorted(this.hands[seat]) : null });
    return {
      id: match, ply: log.length, step: log.length + 6, audience: audience ?? 'a', mine: audience ? [audience] : [], phase: 'play', online: true,
      seats: { a: { name: a, player: null }, b: { name: b, player: null } },
      ruleset: { id: rules, market_size: 5 },
      match: { round: this.round, first: this.deal.first },
      view: { market: sorted(this.market), hands: { a: hand('a'), b: hand('b') }, herds: { ...this.herds } },
      log, rounds: [], dealing: this.dealing('dealt'), voids: 0,
      ...more,
    } as unknown as State;
  }

  dealing(phase: Dealing['phase'], more: Partial<Dealing> = {}): Dealing {
    const { attempt } = this.deal;
    const { round, attempt: number } = JSON.parse(attempt.terms) as { round: number; attempt: number };
    const over = phase === 'revealed';
    const open = over || phase === 'dealt' || phase === 'opened';
    const sealed = open || phase === 'clients_committed';
    return {
      ...attempt, round, attempt: number, phase, waiting: [], left: null, chooser: null, may_win: false,
      clients: sealed ? attempt.clients : ['', ''], nonces: open ? attempt.nonces : ['', ''],
      root: phase === 'dealt' || over ? attempt.root : '', secret: over ? attempt.secret : '', ...more,
    };
  }

  /** What the server exports when the round is over. */
  exported(): string {
    const { attempt, deck, first } = this.deal;
    const { seats, rules } = JSON.parse(attempt.terms) as { seats: string[]; rules: string };
    const drawn = this.log.flatMap((entry) => entry.messages).flatMap(({ key, params }) =>
      key === 'event.laid' ? [params['cards']] : key === 'event.bonus_value' ? [String(params['value'])] : [],
    );
    const round = { round: 1, first, market: `${sorted(deck.slice(10, 12) + 'KKK')}`, deal: [sorted(deck.slice(0, 5)), sorted(deck.slice(5, 10))], drawn, proof: [attempt] };
    const keys = (value: unknown): unknown =>
      Array.isArray(value) ? value.map(keys) : value && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, each]) => [key, keys(each)]))
        : value;
    return `${JSON.stringify(keys({ format: 'saudagar deals 1', players: seats, rules, rounds: [round] }))}\n`;
  }
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const number = (value: number) => Uint8Array.from([value >>> 24, value >>> 16, value >>> 8, value]);

/** Proofs of single things, built from the round's key as docs/design/dealing.md says. */
export async function leavesOf({ key, deck, bonuses }: Case) {
  const things = [...deck, ...Object.values(bonuses).flat().map(String)];
  const salts = await Promise.all(things.map((_, place) => mac(Buffer.from(key, 'hex'), 'JD1/salt', number(place))));
  let level = await Promise.all(things.map((thing, place) => hash('JD1/leaf', number(place), salts[place]!, new TextEncoder().encode(thing))));
  const levels = [level];
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      next.push(at + 1 < level.length ? await hash('JD1/node', level[at]!, level[at + 1]!) : level[at]!);
    }
    levels.push((level = next));
  }
  return things.map((thing, place) => {
    const path = levels.slice(0, -1).flatMap((nodes, depth) => {
      const beside = (place >> depth) ^ 1;
      return beside < nodes.length ? [hex(nodes[beside]!)] : [];
    });
    return { ply: 1, place, thing, salt: hex(salts[place]!), path, count: things.length };
  });
}
