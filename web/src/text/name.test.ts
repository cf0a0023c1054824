import { expect, it } from 'vitest';
import { initialOf, shownName } from './name';

it('keeps the direction of a name to the name', () => {
  expect(shownName('Anna')).toBe('Anna');
  expect(shownName('Őri Örs')).toBe('Őri Örs');
  expect(shownName('דנה')).toBe('\u2068דנה\u2069');
  expect(shownName('\u202eannA\u2069')).toBe('annA');
});

it('takes the first sign as a reader sees it', () => {
  expect(initialOf('Meera')).toBe('M');
  expect(initialOf('👩‍👧 Bo')).toBe('👩‍👧');
  expect(initialOf('🇭🇺')).toBe('🇭🇺');
  expect(initialOf('É')).toBe('É');
  expect(initialOf(' \u202e ')).toBe('?');
});
