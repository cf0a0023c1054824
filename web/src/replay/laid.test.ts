import { expect, it } from 'vitest';
import { lay, NOTHING_LAID } from './laid';

const shown = (cards: readonly { card: string }[]) => cards.map(({ card }) => card).join('');

it('follows cards from the market to a hand and back, and leaves the others where they lie', () => {
  const first = lay(NOTHING_LAID, { market: 'DGKKK', a: 'CPL', b: 'SS' });
  const second = lay(first, { market: 'GKKKP', a: 'DCL', b: 'SS' });
  expect([shown(second.market), shown(second.a), shown(second.b)]).toEqual(['PGKKK', 'DCL', 'SS']);
  const diamond = first.market[0]!;
  const spice = first.a.find(({ card }) => card === 'P')!;
  expect(second.a.find(({ card }) => card === 'D')!.id).toBe(diamond.id);
  expect(second.market[0]!.id).toBe(spice.id);
  expect(second.market[1]!.id).toBe(first.market[1]!.id);
  expect(second.b.map(({ id }) => id)).toEqual(first.b.map(({ id }) => id));
});

it('knows no card twice, whichever moment follows which', () => {
  let laid = NOTHING_LAID;
  for (const now of [
    { market: 'DGSCP', a: 'LLLLL', b: 'CCCCC' },
    { market: 'LLLKK', a: 'DGSLL', b: '' },
    { market: 'KKKKK', a: '', b: 'PPPPP' },
  ]) {
    laid = lay(laid, now);
    const ids = [...laid.market, ...laid.a, ...laid.b].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([shown(laid.market), shown(laid.a), shown(laid.b)].map((each) => [...each].sort().join(''))).toEqual(
      [now.market, now.a, now.b].map((each) => [...each].sort().join('')),
    );
  }
});
