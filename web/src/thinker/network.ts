import { ROWS, SIZES, SLOTS, STARTS } from './slots';

export const WIDTH = 256;
const NECK = 32;
const HEADS = 5;
const POINTS = 1281;
/** Signs, goods, and numbers of each, in the tables of what a hand hides: `SIGNS` in saudagar/kernel/network.py. */
const [SIGNS, GOODS, SIGN] = [7, 6, 10];
const SURE = 256;
/** Points of the table `Network.ahead`. */
const AHEAD = 257;
/** A probability of one. */
export const ONE = 1 << 20;
const LIMIT = 10 << 20;

/** The value network on whole numbers, as saudagar/kernel/network.py describes it; says the same to the bit. */
export class Network {
  private readonly stem = new Int32Array(WIDTH);
  private readonly base = new Uint8Array(SLOTS);
  private readonly neck = new Int32Array(NECK);
  /** The second layer's weights, neuron of the first layer by neuron. */
  private readonly across = new Int16Array(WIDTH * NECK);

  constructor(
    private readonly rows: Int16Array,
    private readonly bias1: Int16Array,
    weights2: Int16Array,
    private readonly bias2: Int32Array,
    private readonly weights3: Int16Array,
    private readonly bias3: Int32Array,
    private readonly hands: Int32Array,
    private readonly atEnd: Int32Array,
    private readonly curve: Int32Array,
  ) {
    for (let i = 0; i < NECK; i += 1) for (let j = 0; j < WIDTH; j += 1) this.across[j * NECK + i] = weights2[i * WIDTH + j]!;
  }

  /** Remembers the first layer's sums for these slots: what follows differs from them in few. */
  settle(slots: Uint8Array): void {
    const { stem, rows, bias1 } = this;
    for (let j = 0; j < WIDTH; j += 1) stem[j] = bias1[j]!;
    for (let i = 0; i < SLOTS; i += 1) {
      const row = (STARTS[i]! + slots[i]!) * WIDTH;
      for (let j = 0; j < WIDTH; j += 1) stem[j]! += rows[row + j]!;
    }
    this.base.set(slots);
  }

  /** The chance in slots that have little in common with those before them. */
  of(slots: Uint8Array): number {
    this.settle(slots);
    return this.chance(slots);
  }

  /** The chance of winning that the network sees in these slots, in units of 2^-20. */
  chance(slots: Uint8Array): number {
    const { rows, base, stem, neck, across, bias2, weights3, bias3 } = this;
    const sums = scratch;
    sums.set(stem);
    for (let i = 0; i < SLOTS; i += 1) {
      if (slots[i] === base[i]) continue;
      const on = (STARTS[i]! + slots[i]!) * WIDTH;
      const off = (STARTS[i]! + base[i]!) * WIDTH;
      for (let j = 0; j < WIDTH; j += 1) sums[j]! += rows[on + j]! - rows[off + j]!;
    }
    neck.set(bias2);
    for (let j = 0; j < WIDTH; j += 1) {
      // Sums wrap at sixteen bits, as they do in the kernel.
      const wrapped = (sums[j]! << 16) >> 16;
      if (wrapped <= 0) continue;
      const sum = wrapped > 1023 ? 1023 : wrapped;
      const at = j * NECK;
      for (let i = 0; i < NECK; i += 1) neck[i]! += sum * across[at + i]!;
    }
    let logit = bias3[0]!;
    for (let i = 0; i < NECK; i += 1) {
      const second = neck[i]! >> 9;
      if (second > 0) logit += (second > 2047 ? 2047 : second) * weights3[i]!;
    }
    return this.probability(logit);
  }

  /** The odds that a hidden card is of a good, for one such card; `told`: the number of each sign. */
  odds(good: number, told: readonly number[]): number {
    let sum = 0;
    told.forEach((number, sign) => (sum += this.hands[(sign * GOODS + good) * SIGN + Math.min(number, SIGN - 1)]!));
    return Math.round(4096 * Math.exp(Math.max(-SURE, Math.min(SURE, sum)) / 64));
  }

  /** What a chance that the network tells is worth when both seats go on looking ahead: `Network.ahead` in Python. */
  ahead(chance: number): number {
    const { atEnd } = this;
    const at = chance >> 12;
    return at >= AHEAD - 1 ? atEnd[AHEAD - 1]! : atEnd[at]! + (((atEnd[at + 1]! - atEnd[at]!) * (chance & 4095)) >> 12);
  }

  private probability(logit: number): number {
    const { curve } = this;
    if (logit <= -LIMIT) return curve[0]!;
    if (logit >= LIMIT) return curve[POINTS - 1]!;
    const at = (logit + LIMIT) >> 14;
    const part = (logit + LIMIT) & 16383;
    return curve[at]! + (((curve[at + 1]! - curve[at]!) * part) >> 14);
  }
}

const scratch = new Int32Array(WIDTH);

/** Weights that cannot be used: they are damaged, or those of another version. */
export class UnsuitableWeights extends Error {}

/** Reads the weights that build/weights.mjs wrote; throws where they have another hash. */
export async function readNetwork(packed: Blob, sha256: string): Promise<Network> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
  } catch (error) {
    throw new UnsuitableWeights('the weights cannot be unpacked', { cause: error });
  }
  const count = ROWS * WIDTH;
  const sizes = [WIDTH * 2, NECK * WIDTH * 2, NECK * 4, HEADS * NECK * 2, HEADS * 4, SIGNS * GOODS * SIGN * 4, AHEAD * 4, POINTS * 4];
  if (bytes.length !== 2 * count + sizes.reduce((total, size) => total + size, 0)) throw new UnsuitableWeights('the weights have another size');
  const rows = new Int16Array(count);
  let row = 0;
  for (const size of SIZES)
    for (let value = 0; value < size; value += 1, row += 1)
      for (let i = 0; i < WIDTH; i += 1) {
        const at = row * WIDTH + i;
        rows[at] = (bytes[at]! | (bytes[count + at]! << 8)) + (value ? rows[at - WIDTH]! : 0);
      }
  let from = 2 * count;
  const [bias1, weights2, bias2, weights3, bias3, hands, ahead, curve] = sizes.map((size) => bytes.slice(from, (from += size)).buffer);
  // Pages that did not come over a secure line have no hashes; the archive's own check sum has been looked at.
  const subtle = globalThis.crypto?.subtle;
  if (subtle) {
    // Tables that say nothing are not part of the hash (Network.digest).
    const learnt = new Int32Array(hands!).some((odds) => odds) ? [hands!] : [];
    const bent = new Int32Array(ahead!).some((chance, point) => chance !== point << 12) ? [ahead!] : [];
    const told = await new Blob([rows, bias1!, weights2!, bias2!, weights3!, bias3!, ...learnt, ...bent]).arrayBuffer();
    const found = Array.from(new Uint8Array(await subtle.digest('SHA-256', told)), (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (found !== sha256) throw new UnsuitableWeights(`the weights have the hash ${found}`);
  }
  return new Network(
    rows,
    new Int16Array(bias1!),
    new Int16Array(weights2!),
    new Int32Array(bias2!),
    new Int16Array(weights3!),
    new Int32Array(bias3!),
    new Int32Array(hands!),
    new Int32Array(ahead!),
    new Int32Array(curve!),
  );
}
