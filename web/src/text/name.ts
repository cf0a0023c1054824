const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A name as it may stand in a sentence: one written from right to left keeps its direction to itself. */
export function shownName(name: string): string {
  const plain = name.replace(CONTROLS, '');
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** The first sign of a name as a reader counts signs: a flag or a family is one. */
export function initialOf(name: string): string {
  const plain = name.replace(CONTROLS, '').trim();
  // A segmenter takes a slow phone a tenth of a second to make: two plain letters need none.
  if (/^\p{Script=Latin}(?:$|[\p{Script=Latin}\p{Zs}\p{Nd}])/u.test(plain.normalize())) return [...plain.normalize()][0]!;
  if (!('Segmenter' in Intl)) return [...plain][0] ?? '?';
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(plain);
  return first?.segment ?? '?';
}
