import type { RoundResult, SeatScore } from '../api/types';
import type { Seat } from '../rules/whyNot';
import { both, ending, type BySeat, type Ending, type Purse, type Round } from './round';
import { other, type Rules } from './rules';

type Result = Omit<RoundResult, 'seal' | 'first'>;

/** The result of a round that ended with these purses and herds (§17–§19). */
export function settle(rules: Rules, purses: BySeat<Purse>, herds: BySeat<number>, end: Ending): Result {
  const scores = both((seat): SeatScore => {
    const { rupees: goods, tokens: goods_tokens, bonuses } = purses[seat];
    const bonus = bonuses.reduce((total, value) => total + value, 0);
    const camel = herds[seat] > herds[other(seat)] ? rules.camel_token : 0;
    const total = goods + bonus + camel;
    return { goods, bonus, camel, total, bonus_tokens: bonuses.length, goods_tokens, bonus_values: [...bonuses] };
  });
  const lines = [
    ['total', 'rupees'],
    ['bonus_tokens', 'bonus_tokens'],
    ['goods_tokens', 'goods_tokens'],
  ] as const;
  const decisive = lines.find(([line]) => scores.a[line] !== scores.b[line]);
  const winner: Seat | null = decisive ? (scores.a[decisive[0]] > scores.b[decisive[0]] ? 'a' : 'b') : null;
  return { winner, ending: end, decided_by: decisive?.[1] ?? 'nothing', herds: { ...herds }, scores };
}

/** The result of a round, null while it runs. */
export function resultOf(round: Round): Result | null {
  const end = ending(round);
  return end && settle(round.rules, round.purses, round.herds, end);
}
