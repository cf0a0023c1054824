import { LedgerError } from './count';
import type { Entry } from './entry';
import { fromText, toText } from './file';

/** Bytes that a QR code of a phone's camera still reads with ease; the largest there is holds 2,953. */
export const QR_MOST = 2300;

/** Bytes that a code may unpack to: far more than the longest match, far less than what stops a phone. */
const UNPACKED_MOST = 4_000_000;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > UNPACKED_MOST) {
      await reader.cancel();
      throw new LedgerError('this code unpacks to more than any match');
    }
    parts.push(next.value);
  }
  const whole = new Uint8Array(size);
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

/** Entries as a short text fit for an address: the file, compressed. */
export async function toCode(entries: readonly Entry[]): Promise<string> {
  const packed = await through(new TextEncoder().encode(toText(entries)), new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of packed) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The entries of a code or of an address that ends with one. LedgerError when it is none. */
export async function fromCode(text: string): Promise<Entry[]> {
  const code = text.trim().replace(/^.*#\/?i\//s, '');
  let content: string;
  try {
    const packed = Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    content = new TextDecoder('utf-8', { fatal: true }).decode(await through(packed, new DecompressionStream('deflate-raw')));
  } catch {
    throw new LedgerError('this is no code of a match, or a part of it is missing');
  }
  return fromText(content).all();
}
