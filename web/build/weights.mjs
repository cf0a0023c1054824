/**
 * The network's weights for the browser, out of the file that Python plays with.
 *
 * An .npz is a zip of .npy files. What comes out is one gzip file: the bytes of the numbers, ordered so that it is small. Rows
 * of one slot are a running sum (slots.py), so only the steps are kept, all low bytes before all high bytes.
 * What it decodes to is checked by the hash that the file of weights names itself (Network.digest).
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync, inflateRawSync } from 'node:zlib';

const WIDTH = 256;
const POINTS = 1281;
/** Tables that a network may lack, as they are then: hidden cards lie evenly (signs, goods, numbers of each), chances are worth what they say. */
const PLAIN = { hands: Buffer.alloc(7 * 6 * 10 * 4), ahead: Buffer.from(Int32Array.from({ length: 257 }, (_, n) => n << 12).buffer) };
const ORDER = ['rows', 'bias1', 'weights2', 'bias2', 'weights3', 'bias3', 'hands', 'ahead'];

/** The files of a zip archive by name. */
function unzip(bytes) {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('no zip archive');
  const files = new Map();
  let at = bytes.readUInt32LE(end + 16);
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n -= 1) {
    const [method, packed] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const lengths = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place));
    const name = bytes.toString('utf8', at + 46, at + 46 + lengths[0]);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + packed);
    files.set(name, method === 0 ? content : inflateRawSync(content));
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return files;
}

/** The numbers of a .npy file as bytes, little end first, in C order. */
function array(file) {
  const start = file[6] === 1 ? 10 + file.readUInt16LE(8) : 12 + file.readUInt32LE(8);
  const header = file.toString('latin1', 10, start);
  const kind = /'descr': '([^']+)'/.exec(header)?.[1];
  if (!kind || /'fortran_order': True/.test(header) || kind.startsWith('>')) throw new Error(`cannot read ${header}`);
  return { kind, bytes: file.subarray(start) };
}

/** Writes the weights, if they are not there yet; returns their hash. `sizes`: how many values each slot has. */
export function exportWeights(source, target, sizes) {
  const files = unzip(readFileSync(source));
  const about = JSON.parse(array(files.get('about.npy')).bytes.toString('utf8'));
  const parts = Object.fromEntries(
    ORDER.map((name) => [name, files.has(`${name}.npy`) ? array(files.get(`${name}.npy`)).bytes : PLAIN[name]]),
  );
  const hash = createHash('sha256');
  for (const name of ORDER) if (files.has(`${name}.npy`)) hash.update(parts[name]);
  const digest = hash.digest('hex');
  if (digest !== about.sha256) throw new Error(`${source} is damaged`);
  const rows = new Int16Array(parts.rows.buffer.slice(parts.rows.byteOffset, parts.rows.byteOffset + parts.rows.length));
  const count = sizes.reduce((total, size) => total + size, 0);
  if (rows.length !== count * WIDTH) throw new Error(`${source} has ${rows.length / WIDTH} rows, the slots have ${count}`);
  const steps = new Int16Array(rows.length);
  let row = 0;
  for (const size of sizes)
    for (let value = 0; value < size; value += 1, row += 1)
      for (let i = 0; i < WIDTH; i += 1) steps[row * WIDTH + i] = rows[row * WIDTH + i] - (value ? rows[(row - 1) * WIDTH + i] : 0);
  const curve = new Int32Array(POINTS);
  for (let i = 0; i < POINTS; i += 1) {
    // Halves are rounded to even, as NumPy does it.
    const exact = 2 ** 20 / (1 + Math.exp(-(i - 640) / 64));
    const down = Math.floor(exact);
    curve[i] = exact - down === 0.5 ? down + (down % 2) : Math.round(exact);
  }
  const plane = (numbers, shift) => Uint8Array.from(numbers, (n) => (n >> shift) & 0xff);
  const rest = ORDER.slice(1).map((name) => parts[name]);
  const whole = Buffer.concat([plane(steps, 0), plane(steps, 8), ...rest, Buffer.from(curve.buffer)]);
  const packed = gzipSync(whole, { level: 9 });
  const json = `${JSON.stringify({ sha256: digest, bytes: packed.length, slots: about.slots })}\n`;
  const note = target.replace(/\.bin$/, '.json');
  if (!existsSync(target) || !existsSync(note) || readFileSync(note, 'utf8') !== json) {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, packed);
    writeFileSync(note, json);
  }
  return { sha256: digest, bytes: packed.length };
}
