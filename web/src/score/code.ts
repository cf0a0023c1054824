import { LedgerError } from './count';
import type { Entry } from './entry';
import { fromText, toText } from './file';

/** Bytes that a QR code of a phone's camera still reads with ease; the largest there is holds 2,953. */
export const QR_MOST = 2300;

const through = async (bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

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
