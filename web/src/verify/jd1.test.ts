import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RULES, canonical, checkLeaf, clientCommitment, deal, hash, rootOf, verify } from '../../verify/jd1.mjs';

interface Leaf {
  place: number;
  thing: string;
  salt: string;
  path: string[];
  count: number;
}
interface Case {
  id: string;
  attempt: Record<string, string> & { clients: string[]; nonces: string[]; terms: string; server: string; root: string };
  key: string;
  deck: string;
  bonuses: Record<string, number[]>;
  first: string;
  hash: string;
  leaves: Leaf[];
}

const { deals } = JSON.parse(readFileSync(new URL('../../../conformance/jd1.json', import.meta.url), 'utf8')) as { deals: Case[] };
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const letters = (text: string) => [...text].sort((a, b) => 'DGSCPLK'.indexOf(a) - 'DGSCPLK'.indexOf(b)).join('');

/** The export of a record with this one round, in which nobody moved. */
function exported({ attempt, deck, first }: Case): string {
  const { seats, rules } = JSON.parse(attempt.terms) as { seats: string[]; rules: string };
  const [a, b, market] = [deck.slice(0, 5), deck.slice(5, 10), `KKK${deck.slice(10, 12)}`].map(letters);
  const drawn = [...deck.slice(12, 14)];
  const round = { round: 1, first, market, deal: [a, b], drawn, proof: [attempt] };
  return `${canonical({ format: 'saudagar deals 1', players: seats, rules, rounds: [round] })}\n`;
}

describe('FAIR-3: JD1 in JavaScript', () => {
  it.each(deals)('$id: the vectors', async (each) => {
    const { attempt } = each;
    const key = Buffer.from(each.key, 'hex');
    const order = await deal(key, RULES['standard-12eb2002']);
    expect([order.deck.join(''), Object.fromEntries(order.piles), order.first]).toEqual([each.deck, each.bonuses, each.first]);
    expect(await rootOf(key, order)).toBe(attempt.root);
    expect(hex(await hash('JD1/previous', new TextEncoder().encode(canonical(attempt))))).toBe(each.hash);
    for (const seat of [0, 1]) {
      expect(await clientCommitment(attempt.terms, attempt.server, seat, attempt.nonces[seat])).toBe(attempt.clients[seat]);
    }
    for (const leaf of each.leaves) {
      expect(await checkLeaf(leaf, attempt.root)).toBe(true);
      expect(await checkLeaf({ ...leaf, thing: leaf.thing === 'D' ? 'G' : 'D' }, attempt.root)).toBe(false);
    }
  });

  it('a first round is proved, and with any byte of its file changed it is not', async () => {
    const text = exported(deals[3] as Case);
    expect(await verify(text)).toMatchObject({ proved: true });
    for (let place = 0; place < text.length; place += 1) {
      const other = text.slice(0, place) + (text[place] === '1' ? '2' : '1') + text.slice(place + 1);
      const found = await verify(other).catch(() => ({ proved: false }));
      expect(found.proved, `byte ${place}`).toBe(false);
    }
  });
});
