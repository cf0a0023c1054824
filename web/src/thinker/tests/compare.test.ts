import { describe, expect, it } from 'vitest';
import { readAction, type Action } from '../../rules/action';
import { STANDARD } from '../../twin/rules';
import { seeded } from '../random';
import { compare as compared, search } from '../search';
import { Judge } from '../value';
import { worldOf } from '../world';
import { network } from './network';

const judge = new Judge(await network());
const action = (text: string): Action => readAction(text)!;
// Two piles are empty, the third falls with this sale, and the seat is ahead: the sale wins for certain.
const ending = 'SSPPL ?14 LLL|?? 4|2 5.5.4.2.3.6 ?6/?5/?5 52x13+4|60x12+?3 a';
const middle = 'DGSKK ?31 CC.SSS|PP.??? 3|3 0.0.0.1.1.1 ?7/?6/?5 5x1|9x2 a';
/** However slow the device is: no test ends at a clock. */
const compare = (...[one, at, best, chosen, worlds, below]: [Judge, ReturnType<typeof round>, Action, Action, number, ReturnType<typeof seeded>]) =>
  compared(one, at, best, chosen, worlds, below, undefined, Infinity);
const round = (line: string) => worldOf(line, STANDARD, seeded(3));

describe('comparing two actions', () => {
  it('takes nothing from the best itself', () => {
    expect(compare(judge, round(ending), action('-LLL'), action('-LLL'), 50, seeded(1))).toEqual({ chance: 1, loss: 0, error: 0 });
  });

  it('loses exactly what is missing to a certain win', () => {
    const worst = search(judge, round(ending), 0, seeded(1)).at(-1)!.action;
    const told = compare(judge, round(ending), action('-LLL'), worst, 60, seeded(1));
    expect(told.chance).toBeLessThan(1);
    expect(told.loss).toBeCloseTo(1 - told.chance, 9);
    expect(told.error).toBeGreaterThanOrEqual(0);
  });

  it('finds a bad action worse beyond doubt, in fresh worlds of any seed', () => {
    for (const seed of [1, 2]) {
      const found = search(judge, round(middle), 120, seeded(seed));
      const [best, worst] = [found[0]!, found.at(-1)!];
      const told = compare(judge, round(middle), best.action, worst.action, 60, seeded(seed + 10));
      expect(told.loss).toBeGreaterThan(2 * told.error);
      expect(told.chance).toBeGreaterThan(0);
      expect(told.chance + told.loss).toBeLessThan(1);
    }
  });

  it('never says that an action loses less than nothing', () => {
    const found = search(judge, round(middle), 120, seeded(1));
    expect(compare(judge, round(middle), found.at(-1)!.action, found[0]!.action, 60, seeded(4)).loss).toBe(0);
  });

  it('says the same for the same numbers, and is surer with more worlds', () => {
    const told = (worlds: number) => compare(judge, round(middle), action('-SSS'), action('+D'), worlds, seeded(8));
    expect(told(10)).toEqual(told(10));
    expect(told(60).error).toBeLessThan(told(10).error);
  });

  it('refuses what is not allowed', () => {
    expect(() => compare(judge, round(ending), action('-LLL'), action('-DD'), 10, seeded(1))).toThrow('-DD is not allowed here');
  });
});
