import { beforeAll, expect, it, vi } from 'vitest';

beforeAll(() => {
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('addEventListener', () => undefined);
});

it('reads the three addresses and knows what is none of them', async () => {
  const { readRoute } = await import('./route.svelte');
  expect(readRoute('')).toEqual({ page: 'home' });
  expect(readRoute('#/')).toEqual({ page: 'home' });
  expect(readRoute('#/new')).toEqual({ page: 'new' });
  expect(readRoute('#/m/k3v9%2F')).toEqual({ page: 'match', id: 'k3v9/' });
  expect(readRoute('#/m/%')).toEqual({ page: 'missing' });
  expect(readRoute('#/m/%E0%A4%A')).toEqual({ page: 'missing' });
  expect(readRoute('#/elsewhere')).toEqual({ page: 'missing' });
});
