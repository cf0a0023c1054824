import type { Message } from '../api/types';
import type { Action } from '../rules/action';
import { letters } from '../rules/bundle';
import type { Viewer } from '../rules/position';
import type { Seat } from '../rules/whyNot';
import { camels, owed, tokensFor, type Answer, type Round } from './round';
import { tierOfSale, tierOfValue } from './rules';
import { resultOf } from './score';

const say = (key: string, params: Message['params'] = {}): Message => ({ key: `event.${key}`, params });

export const toldDeal = (first: Seat, round: number): Message[] => [say('began', { seat: first, round })];

/** What happened when a seat acted, and whatever follows from it without chance. */
export function toldAction(before: Round, action: Action, after: Round): Message[] {
  return [...deed(before, action, after), ...toldEnd(after)];
}

function deed(before: Round, action: Action, after: Round): Message[] {
  const seat = before.turn;
  const dry = owed(after) ? [] : [say('not_refilled')];
  switch (action.type) {
    case 'take':
      return [say('took', { seat, cards: action.good }), ...dry];
    case 'camels':
      return [say('camels', { seat, cards: 'K'.repeat(camels(before.market)) }), ...dry];
    case 'exchange':
      return [say('exchanged', { seat, take: letters(action.take), give: letters(action.give) })];
    case 'sell': {
      const tokens = tokensFor(before, action);
      const cards = { seat, cards: action.card.repeat(action.count) };
      const tier = tierOfSale(before.rules, action.count);
      return [
        tokens.length ? say('sold', { ...cards, tokens }) : say('sold_for_nothing', cards),
        ...(tier && !owed(after) ? [say('no_bonus', { tier })] : []),
      ];
    }
  }
}

/** What happened when chance answered; a bonus value is told in full, see `toldTo`. */
export function toldAnswer(before: Round, answer: Answer, after: Round): Message[] {
  const what =
    typeof answer === 'number'
      ? say('bonus_value', { seat: before.turn, tier: tierOfValue(before.rules, answer), value: answer })
      : say('laid', { cards: letters(answer) });
  return [what, ...toldEnd(after)];
}

function toldEnd(after: Round): Message[] {
  const result = resultOf(after);
  if (!result) return [];
  const herder = (['a', 'b'] as const).find((seat) => result.scores[seat].camel);
  return [
    say(`ended.${result.ending}`, { piles: after.rules.piles_to_end }),
    herder ? say('camel_token', { seat: herder, value: result.scores[herder].camel }) : say('no_camel_token'),
    ...(['a', 'b'] as const).map((seat) => say('scored', { seat, total: result.scores[seat].total })),
    { key: `decided.${result.decided_by}`, params: {} },
  ];
}

export const toldSeal = (seat: Seat | null): Message => (seat ? say('seal', { seat }) : say('no_seal'));
export const toldWon = (seat: Seat): Message => say('won', { seat });
export const toldResigned = (seat: Seat): Message => say('resigned', { seat });

/** The same for an audience: a drawn bonus token's value is its owner's alone (§26). */
export const toldTo = (audience: Viewer, said: readonly Message[]): Message[] =>
  said.map((message) => {
    const { seat, tier } = message.params;
    return message.key === 'event.bonus_value' && seat !== audience ? say('bonus', { seat, tier }) : message;
  });
