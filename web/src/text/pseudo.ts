const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á', e: 'é', i: 'í', o: 'ő', u: 'ű', y: 'ÿ', c: 'ç', n: 'ñ', s: 'š', z: 'ž', A: 'Á', E: 'É', I: 'Í', O: 'Ő', U: 'Ű',
};

/** A text about a third longer, with accents on what can bear one; what is filled in stays as it is. */
function stretch(text: string): string {
  const parts = text.split(/(\{[^}]*\})/);
  const shown = parts.map((part) => (part.startsWith('{') ? part : part.replace(/[a-zA-Z]/g, (sign) => ACCENTS[sign] ?? sign)));
  const letters = parts.filter((part) => !part.startsWith('{')).join('').length;
  const more = Math.ceil(letters * 0.3);
  // In words, so that a long text may still be broken into lines.
  return shown.join('') + (more < 4 ? '·'.repeat(more) : ' ····'.repeat(Math.ceil(more / 5)));
}

export function pseudo(table: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(table).map(([key, text]) => [key, stretch(text)]));
}
