import { canonical } from './canonical';
import { LedgerError } from './count';
import { readEntry, type Entry } from './entry';
import { Ledger } from './ledger';
import { sha256 } from './sha256';

export const FORMAT = 'saudagar ledger 1';
export const LARGEST = 64_000_000;

/** The content of a file: one entry a line, with the checksum of them all. */
export function toText(entries: readonly Entry[]): string {
  const digest = sha256(canonical(entries));
  return `{"format":"${FORMAT}","sha256":"${digest}","entries":[\n${entries.map(canonical).join(',\n')}\n]}\n`;
}

/** Why a file is not taken over; `kind` names a text. */
export class FileRefused extends LedgerError {
  constructor(
    readonly kind: 'large' | 'damaged' | 'foreign' | 'newer',
    message: string,
  ) {
    super(message);
  }
}

/** The ledger of a file's content; FileRefused, with the reason, if anything in it is not as it was. */
export function fromText(text: string): Ledger {
  if (text.length > LARGEST) throw new FileRefused('large', 'the file is too large');
  let found: { format?: unknown; sha256?: unknown; entries?: unknown };
  try {
    found = JSON.parse(text) as typeof found;
  } catch (error) {
    throw new FileRefused('damaged', String(error));
  }
  const format = typeof found === 'object' && found !== null ? found.format : undefined;
  if (typeof format !== 'string' || !format.startsWith('saudagar ledger '))
    throw new FileRefused('foreign', 'the file is no ledger of saudagar');
  if (format !== FORMAT) throw new FileRefused('newer', format.slice(0, 40));
  const { entries } = found;
  if (!Array.isArray(entries) || sha256(canonical(entries)) !== found.sha256)
    throw new FileRefused('damaged', 'the checksum does not fit');
  try {
    return new Ledger(entries.map(readEntry));
  } catch (error) {
    throw new FileRefused('damaged', error instanceof Error ? error.message : String(error));
  }
}
