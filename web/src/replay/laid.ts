import { bundle, letters } from '../rules/bundle';
import { CARDS, type Card } from '../rules/card';
import type { Placed } from '../table/layout';

/** Both hands and the market, each card under an id that goes with it from one to the other. */
export interface Laid {
  readonly market: readonly Placed[];
  readonly a: readonly Placed[];
  readonly b: readonly Placed[];
}

const PLACES = ['market', 'a', 'b'] as const;
export const NOTHING_LAID: Laid = { market: [], a: [], b: [] };

let serial = 0;

/** Lays a moment out after another one: cards that stay keep their place, cards that move keep their id. */
export function lay(before: Laid, now: Readonly<Record<(typeof PLACES)[number], string>>): Laid {
  const free: Placed[] = [];
  const parts = PLACES.map((place) => {
    const wanted = [...letters(bundle(now[place]))] as Card[];
    const stays = before[place].map((placed) => {
      const at = wanted.indexOf(placed.card);
      if (at < 0) {
        free.push(placed);
        return null;
      }
      wanted.splice(at, 1);
      return placed;
    });
    return { stays, wanted };
  });
  const [market, a, b] = parts.map(({ stays, wanted }, i) => {
    const come = wanted.map((card) => {
      const at = free.findIndex((placed) => placed.card === card);
      return at >= 0 ? free.splice(at, 1)[0]! : { id: `moment${(serial += 1)}`, card };
    });
    if (i === 0) {
      // New cards of the market fill the places of those that left.
      const places = stays.map((placed) => placed ?? come.shift() ?? null);
      return [...places, ...come].filter((placed) => placed !== null);
    }
    const held = [...stays.filter((placed) => placed !== null), ...come];
    return held.sort((one, other) => CARDS.indexOf(one.card) - CARDS.indexOf(other.card));
  });
  return { market: market!, a: a!, b: b! };
}
