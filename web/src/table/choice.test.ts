import { describe, expect, it } from 'vitest';
import { letters } from '../rules/bundle';
import { changeHerd, chosenSince, keepWhatLies, NO_CHOICE, Prospects, sidesOf, tapHand, tapMarket } from './choice';
import { NOTHING_PLACED, settle } from './layout';

const layout = settle(NOTHING_PLACED, 'GSPKK', 'CDDLL', 5);
const [gold, silver, , camel] = layout.market;
const [, diamond] = layout.hand.toReversed();
const shown = (choice: typeof NO_CHOICE) => {
  const { take, give } = sidesOf(choice, layout);
  return `${letters(take)}/${letters(give)}`;
};

describe('a choice', () => {
  it('takes all camels at one tap, and nothing else with them', () => {
    const withGold = tapMarket(NO_CHOICE, layout, gold!);
    const camels = tapMarket(withGold, layout, camel!);
    expect(camels.market.size).toBe(2);
    expect(shown(camels)).toBe('K/');
    expect(shown(tapMarket(camels, layout, silver!))).toBe('S/');
    expect(shown(tapHand(camels, layout, diamond!))).toBe(`/${diamond!.card}`);
    expect(tapMarket(camels, layout, camel!)).toEqual(NO_CHOICE);
  });

  it('adds camels of the herd one by one, within the herd', () => {
    let choice = tapMarket(NO_CHOICE, layout, gold!);
    choice = changeHerd(choice, layout, 1, 1);
    choice = changeHerd(choice, layout, 1, 1);
    expect(shown(choice)).toBe('G/K');
    expect(changeHerd(choice, layout, -5, 1).herd).toBe(0);
  });

  it('begins anew with what was tapped after it was sent', () => {
    const sent = changeHerd(tapMarket(NO_CHOICE, layout, gold!), layout, 1, 3);
    expect(chosenSince(sent, sent)).toEqual(NO_CHOICE);
    const later = changeHerd(tapHand(sent, layout, diamond!), layout, 1, 3);
    expect(shown(chosenSince(later, sent))).toBe(`/${diamond!.card}K`);
    expect(chosenSince(NO_CHOICE, sent)).toEqual(NO_CHOICE);
  });

  it('keeps only what still lies there after the other seat has moved', () => {
    const choice = tapHand(tapMarket(NO_CHOICE, layout, gold!), layout, diamond!);
    const next = settle(layout, 'SPKKL', 'CDDLL', 5);
    expect(keepWhatLies(choice, next, 0).market.size).toBe(0);
    expect(keepWhatLies(choice, next, 0).hand.size).toBe(1);
  });

  it('keeps nothing of an exchange that was made elsewhere: the cards lie there, but changed places', () => {
    const cloth = layout.hand.find(({ card }) => card === 'C')!;
    const choice = tapHand(tapMarket(NO_CHOICE, layout, gold!), layout, cloth);
    const next = settle(layout, 'CSPKK', 'GDDLL', 5);
    const ids = (cards: readonly ({ id: string } | null)[]) => cards.map((placed) => placed?.id);
    expect([ids(next.hand).includes(gold!.id), ids(next.market).includes(cloth.id)]).toEqual([true, true]);
    expect(keepWhatLies(choice, next, 0)).toEqual(NO_CHOICE);
  });

  it('drops a choice of camels when another camel is laid', () => {
    const choice = tapMarket(NO_CHOICE, layout, camel!);
    expect(keepWhatLies(choice, settle(layout, 'SPKKK', 'CDDLL', 5), 0)).toEqual(NO_CHOICE);
  });
});

describe('prospects', () => {
  const prospects = new Prospects(['+G', '+K', '+GS-DD', '-LL']);

  it('knows which cards can still join', () => {
    const { take, give } = sidesOf(tapMarket(NO_CHOICE, layout, gold!), layout);
    expect(prospects.canTake(take, give, 'S')).toBe(true);
    expect(prospects.canTake(take, give, 'P')).toBe(false);
    expect(prospects.canGive(take, give, 'D')).toBe(true);
    expect(prospects.canGive(take, give, 'L')).toBe(false);
  });
});
