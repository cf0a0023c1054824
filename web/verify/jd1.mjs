// The deal of protocol JD1, checked by a program of its own (docs/design/dealing.md): no code of the Python is in it.
// It needs nothing but WebCrypto, so it runs in every browser and in Node 20 or later.

const ENCODER = new TextEncoder();
const NOTHING = '0'.repeat(64);
const VOIDS = ['not_opened', 'withdrawn', 'crashed', 'secret_lost'];
const FIELDS = ['absent', 'clients', 'nonces', 'protocol', 'root', 'secret', 'server', 'terms', 'void'];
const TERMS = ['attempt', 'match', 'previous', 'protocol', 'round', 'rules', 'seats'];
const ORDER = 'DGSCPLK';

const STANDARD = 'D'.repeat(6) + 'G'.repeat(6) + 'S'.repeat(6) + 'C'.repeat(8) + 'P'.repeat(8) + 'L'.repeat(10) + 'K'.repeat(8);
/** The games that are known: the deck without the open camels, the bonus piles, cards a hand, open camels, market. */
export const RULES = {
  'standard-12eb2002': { deck: STANDARD, piles: [[3, [1, 1, 2, 2, 2, 3, 3]], [4, [4, 4, 5, 5, 6, 6]], [5, [8, 8, 9, 10, 10]]], hand: 5, camels: 3, market: 5 },
  'six-each-ba2d0fb1': { deck: STANDARD, piles: [[3, [1, 1, 2, 2, 3, 3]], [4, [4, 4, 5, 5, 6, 6]], [5, [8, 8, 9, 9, 10, 10]]], hand: 5, camels: 3, market: 5 },
  'mini-fc774f90': { deck: 'DDDCCCCK', piles: [[2, [1, 2]], [3, [4]]], hand: 2, camels: 2, market: 3 },
};

// ------------------------------------------------------------------------------------------------ bytes and hashes

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const isHash = (text) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);

function number(value, width) {
  const bytes = new Uint8Array(width);
  for (let place = width - 1, rest = value; place >= 0; place -= 1, rest = Math.floor(rest / 256)) bytes[place] = rest % 256;
  return bytes;
}

/** The tag and the parts with a zero byte between each two. */
function joined(tag, parts) {
  const all = [ENCODER.encode(tag), ...parts];
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length + 1, -1));
  let place = 0;
  for (const part of all) {
    bytes.set(part, place);
    place += part.length + 1;
  }
  return bytes;
}

/** H(tag, parts…) = SHA-256. */
export async function hash(tag, ...parts) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined(tag, parts)));
}

/** M(key, tag, parts…) = HMAC-SHA-256. */
export async function mac(key, tag, ...parts) {
  const made = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', made, joined(tag, parts)));
}

/** JSON with sorted keys and no spaces. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value && typeof value === 'object') {
    return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

// -------------------------------------------------------------------------------------------------------- the deal

/** What a seat publishes of its number: for a browser that takes part in a deal. */
export async function clientCommitment(terms, server, seat, nonce) {
  return hex(await hash('JD1/client', await hash('JD1/terms', ENCODER.encode(terms)), unhex(server), number(seat, 1), unhex(nonce)));
}

async function* stream(key, label) {
  for (let counter = 0; ; counter += 1) yield* await mac(key, 'JD1/stream', ENCODER.encode(label), number(counter, 8));
}

async function below(bytes, n) {
  for (;;) {
    const { value } = await bytes.next();
    if (value < 256 - (256 % n)) return value % n;
  }
}

async function shuffled(key, label, things) {
  const bytes = stream(key, label);
  const order = [...things];
  for (let place = order.length - 1; place > 0; place -= 1) {
    const other = await below(bytes, place + 1);
    [order[place], order[other]] = [order[other], order[place]];
  }
  return order;
}

/** The whole order of a round: deck and bonus piles, top first, and who begins a first round. */
export async function deal(key, rules) {
  const piles = [];
  for (const [tier, pile] of rules.piles) piles.push([tier, await shuffled(key, `bonus${tier}`, pile)]);
  return {
    deck: await shuffled(key, 'deck', rules.deck),
    piles,
    first: 'ab'[await below(stream(key, 'first'), 2)],
  };
}

/** The root of the tree over deck and bonus piles. */
export async function rootOf(key, { deck, piles }) {
  const things = [...deck, ...piles.flatMap(([, pile]) => pile.map(String))];
  let level = [];
  for (const [place, thing] of things.entries()) {
    const salt = await mac(key, 'JD1/salt', number(place, 4));
    level.push(await hash('JD1/leaf', number(place, 4), salt, ENCODER.encode(thing)));
  }
  while (level.length > 1) {
    const next = [];
    for (let place = 0; place < level.length; place += 2) {
      next.push(place + 1 < level.length ? await hash('JD1/node', level[place], level[place + 1]) : level[place]);
    }
    level = next;
  }
  return hex(level[0]);
}

/** Does this proof of one card, shown during the round, lead to the root published at its deal? */
export async function checkLeaf({ place, thing, salt, path, count }, root) {
  let node = await hash('JD1/leaf', number(place, 4), unhex(salt), ENCODER.encode(thing));
  const rest = path.map(unhex);
  for (let at = place, width = count; width > 1; at = at >> 1, width = (width + 1) >> 1) {
    if ((at ^ 1) >= width) continue;
    const other = rest.shift();
    if (!other) return false;
    node = at & 1 ? await hash('JD1/node', other, node) : await hash('JD1/node', node, other);
  }
  return rest.length === 0 && hex(node) === root;
}

// ------------------------------------------------------------------------------------------------------ the checks

const sameKeys = (value, keys) => value !== null && typeof value === 'object' && canonical(Object.keys(value).sort()) === canonical(keys);
const need = (right, complaint) => {
  if (!right) throw new Error(complaint);
};

function readTerms(text) {
  const terms = JSON.parse(text);
  const { first, ...others } = terms;
  need(first === undefined || first === 'a' || first === 'b', 'the first round is started by seat a or seat b');
  need(sameKeys(others, TERMS) && terms.protocol === 'JD1', 'these are no terms of JD1');
  need(canonical(terms) === text, 'the terms are not in canonical form');
  need(Number.isSafeInteger(terms.round) && Number.isSafeInteger(terms.attempt), 'rounds and attempts are counted');
  need(isHash(terms.previous), 'the hash of the transcript before is none');
  return terms;
}

/** Check one attempt; gives its terms, its hash and, where it was dealt, its key. */
async function checkAttempt(attempt) {
  need(sameKeys(attempt, FIELDS) && attempt.protocol === 'JD1', 'this is no attempt of JD1');
  const { server, clients, nonces, absent, secret, root } = attempt;
  need(isHash(server) && [...clients, ...nonces, secret, root].every((each) => each === '' || isHash(each)), 'not a hash');
  need(clients.length === 2 && nonces.length === 2, 'two seats are wanted');
  need(['', 'a', 'b', 'ab'].includes(absent), 'absent names seats');
  need(attempt.void === '' || VOIDS.includes(attempt.void), 'this is no reason to be void');
  const terms = readTerms(attempt.terms);
  const termsHash = await hash('JD1/terms', ENCODER.encode(attempt.terms));
  need((secret === '') === (attempt.void === 'secret_lost'), "the server's secret is missing, or there although lost");
  if (secret) need(hex(await hash('JD1/server', termsHash, unhex(secret))) === server, "not the secret the server committed to");
  for (const seat of [0, 1]) {
    const away = absent.includes('ab'[seat]);
    if (nonces[seat]) {
      need((await clientCommitment(attempt.terms, server, seat, nonces[seat])) === clients[seat], `not the number seat ${'ab'[seat]} committed to`);
      need((nonces[seat] === NOTHING) === away, `seat ${'ab'[seat]} has the number zero, or not, against what is noted`);
    } else {
      need(attempt.void !== '' && !away, `the number of seat ${'ab'[seat]} is missing`);
    }
  }
  const digest = hex(await hash('JD1/previous', ENCODER.encode(canonical(attempt))));
  if (attempt.void) {
    need(root === '', 'a void attempt has a root');
    need(attempt.void !== 'not_opened' || nonces.includes(''), 'void because a number was not opened, yet all were');
    return { terms, digest };
  }
  const rules = RULES[terms.rules];
  need(rules, 'this ruleset is not known');
  const key = await mac(unhex(secret), 'JD1/deal', termsHash, unhex(server), ...clients.map(unhex), ...nonces.map(unhex));
  const order = await deal(key, rules);
  need(root === (await rootOf(key, order)), 'the root published at the deal is not the root of this deal');
  return { terms, digest, order, rules };
}

const sorted = (cards) => [...cards].sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other)).join('') || '-';

function checkHand(told, dealt, seat) {
  const known = told.replaceAll('?', '');
  const unknown = told.length - known.length;
  const complaint = `the cards dealt to seat ${seat} should be ${dealt}, not ${told}`;
  if (!unknown) return need(told === dealt, complaint);
  const rest = [...dealt];
  for (const card of known) {
    need(rest.includes(card), complaint);
    rest.splice(rest.indexOf(card), 1);
  }
  return need(told === sorted(known).replace('-', '') + '?'.repeat(rest.length) && !rest.includes('K'), complaint);
}

function checkRound(told, { order, rules, terms }) {
  const deck = [...order.deck];
  const hands = [deck.splice(0, rules.hand), deck.splice(0, rules.hand)].map(sorted);
  const market = sorted([...'K'.repeat(rules.camels), ...deck.splice(0, rules.market - rules.camels)]);
  const starter = terms.first ?? order.first;
  if (told.round === 1) need(told.first === starter, `seat ${starter} should have started`);
  need(told.market === market, `the market should be ${market}, not ${told.market}`);
  need(told.deal.length === 2, 'two hands are wanted');
  hands.forEach((hand, seat) => checkHand(told.deal[seat], hand, 'ab'[seat]));
  const piles = new Map(order.piles.map(([tier, pile]) => [tier, [...pile]]));
  const tierOf = new Map(rules.piles.flatMap(([tier, pile]) => pile.map((value) => [String(value), tier])));
  told.drawn.forEach((drawn, at) => {
    if (drawn === '?') return; // a token that the keeper of the record did not see
    const bonus = /^\d/.test(drawn);
    const due = bonus ? String(piles.get(tierOf.get(drawn))?.shift()) : sorted(deck.splice(0, drawn.length)).replace('-', '');
    need(drawn === due, `draw ${at + 1}: ${due} should have come, not ${drawn}`);
  });
}

/** Verify an exported record (`saudagar verify FILE.tgn --export FILE.json`), given as text.
 *
 *  Gives { proved, rounds: [{ round, proof, attempts, problem }] }; throws an Error where the text is no export. */
export async function verify(text) {
  const record = JSON.parse(text);
  need(sameKeys(record, ['format', 'players', 'rounds', 'rules']) && record.format === 'saudagar deals 1', 'this is no export of deals');
  need(`${canonical(record)}\n` === text, 'the file is not in canonical form: it was changed after its export');
  need(Array.isArray(record.rounds) && record.rounds.length > 0, 'there are no rounds');
  const rounds = [];
  let previous = NOTHING;
  let match = null;
  for (const [index, told] of record.rounds.entries()) {
    const result = { round: index + 1, proof: false, attempts: 0, problem: '' };
    rounds.push(result);
    try {
      const keys = ['deal', 'drawn', ...(index ? [] : ['first']), 'market', 'proof', 'round'];
      need(sameKeys(told, keys) && told.round === index + 1, 'this is no round');
      if (told.proof.length === 0) {
        previous = null;
        continue;
      }
      Object.assign(result, { proof: true, attempts: told.proof.length });
      for (const [at, attempt] of told.proof.entries()) {
        const checked = await checkAttempt(attempt);
        const { terms } = checked;
        need(terms.round === index + 1 && terms.attempt === at + 1, 'the terms are of another round or attempt');
        need(previous === null || terms.previous === previous, 'the terms do not follow from the transcript before');
        need(canonical(terms.seats) === canonical(record.players), 'the names are not those of the proof');
        need(terms.rules === record.rules, 'the ruleset is not that of the proof');
        need(match === null || terms.match === match, 'the proofs are not of one match');
        need((at + 1 === told.proof.length) === (attempt.void === ''), 'only the last attempt is played');
        match = terms.match;
        previous = checked.digest;
        if (checked.order) checkRound(told, checked);
      }
    } catch (wrong) {
      result.problem = wrong instanceof Error ? wrong.message : String(wrong);
      previous = null;
    }
  }
  return { proved: rounds.every((each) => each.proof && !each.problem), rounds };
}
