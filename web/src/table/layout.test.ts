import { describe, expect, it } from 'vitest';
import { NOTHING_PLACED, settle } from './layout';

const cards = (places: readonly ({ card: string } | null)[]) => places.map((placed) => placed?.card ?? '-').join('');

describe('settle', () => {
  const start = settle(NOTHING_PLACED, 'GSCPK', 'DDL', 5);

  it('lays the first cards out', () => {
    expect(cards(start.market)).toBe('GSCPK');
    expect(cards(start.hand)).toBe('DDL');
  });

  it('keeps the places of the cards that stay', () => {
    const next = settle(start, 'DGCPK', 'DDL', 5);
    expect(cards(next.market)).toBe('GDCPK');
    expect(next.market[0]).toBe(start.market[0]);
    expect(next.market[4]).toBe(start.market[4]);
  });

  it('lets a card keep its id from market to hand and back', () => {
    const next = settle(start, 'SCDLK', 'DGP', 5);
    const gold = start.market[0]!;
    expect(next.hand.find((placed) => placed.card === 'G')).toBe(gold);
    const leather = start.hand[2]!;
    expect(next.market.find((placed) => placed?.card === 'L')).toBe(leather);
  });

  it('leaves a gap where the market cannot be refilled', () => {
    const next = settle(start, 'SCPK', 'DDGL', 5);
    expect(cards(next.market)).toBe('-SCPK');
  });
});
