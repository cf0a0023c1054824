import { beforeAll, expect, it, vi } from 'vitest';

beforeAll(() => {
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('addEventListener', () => undefined);
});

it('reads every address and knows what is none of them', async () => {
  const { readRoute } = await import('./route.svelte');
  expect(readRoute('')).toEqual({ page: 'home' });
  expect(readRoute('#/')).toEqual({ page: 'home' });
  expect(readRoute('#/new')).toEqual({ page: 'new' });
  expect(readRoute('#/m/k3v9%2F')).toEqual({ page: 'match', id: 'k3v9/' });
  expect(readRoute('#/learn')).toEqual({ page: 'learn' });
  expect(readRoute('#/m/k3v9/replay')).toEqual({ page: 'replay', id: 'k3v9', moment: null });
  expect(readRoute('#/m/k3v9/replay/12')).toEqual({ page: 'replay', id: 'k3v9', moment: 12 });
  expect(readRoute('#/record/3')).toEqual({ page: 'replay', id: null, moment: 3 });
  expect(readRoute('#/m/k3v9%2F/review')).toEqual({ page: 'review', id: 'k3v9/' });
  expect(readRoute('#/record/review')).toEqual({ page: 'review', id: null });
  expect(readRoute('#/m/%/review')).toEqual({ page: 'missing' });
  expect(readRoute('#/m/%/replay')).toEqual({ page: 'missing' });
  expect(readRoute('#/m/%')).toEqual({ page: 'missing' });
  expect(readRoute('#/m/%E0%A4%A')).toEqual({ page: 'missing' });
  expect(readRoute('#/stats')).toEqual({ page: 'stats' });
  expect(readRoute('#/friend')).toEqual({ page: 'friend' });
  expect(readRoute('#/i/ab-_9')).toEqual({ page: 'join', token: 'ab-_9' });
  expect(readRoute('#/w/ab')).toEqual({ page: 'watch', token: 'ab' });
  expect(readRoute('#/h/ab')).toEqual({ page: 'take', token: 'ab' });
  expect(readRoute('#/i/a/b')).toEqual({ page: 'missing' });
  expect(readRoute('#/elsewhere')).toEqual({ page: 'missing' });
});
