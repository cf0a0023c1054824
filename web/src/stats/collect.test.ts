import { beforeEach, expect, it, vi } from 'vitest';
import { Refusal, Unreachable } from '../api/failure';

const ask = vi.fn();
const sleep = vi.fn(() => Promise.resolve());
vi.mock('../api/client', () => ({ ask, sleep }));
vi.mock('../local/sums', () => ({ deviceSums: () => Promise.resolve([{ id: 'device-1', sent: null }]) }));

const { collect } = await import('./collect');
const wait = () => new Refusal(429, 'rate', null, 'too many requests', null);

beforeEach(() => {
  ask.mockReset();
  sleep.mockClear();
});

it('goes on where it was once the server lets it, when it is asked to wait', async () => {
  ask
    .mockResolvedValueOnce({ matches: [{ id: 'a' }], next: 1 })
    .mockRejectedValueOnce(wait())
    .mockRejectedValueOnce(wait())
    .mockResolvedValueOnce({ matches: [{ id: 'b' }], next: null });
  const { matches, alone } = await collect();
  expect(matches.map(({ id }) => id)).toEqual(['a', 'b', 'device-1']);
  expect(alone).toBe(false);
  expect(ask.mock.calls.map(([path]) => path as string)).toEqual(['/api/sums?skip=0', '/api/sums?skip=1', '/api/sums?skip=1', '/api/sums?skip=1']);
  expect(sleep).toHaveBeenCalledTimes(2);
});

it('does not wait for ever, and not for other refusals', async () => {
  ask.mockRejectedValue(wait());
  await expect(collect()).rejects.toThrow('too many requests');
  expect(ask).toHaveBeenCalledTimes(5);
  ask.mockReset().mockRejectedValue(new Refusal(500, 'internal', null, 'broken', null));
  await expect(collect()).rejects.toThrow('broken');
  expect(ask).toHaveBeenCalledTimes(1);
});

it('takes the matches of this device alone where no server answers', async () => {
  ask.mockRejectedValue(new Unreachable('down'));
  expect(await collect()).toEqual({ matches: [{ id: 'device-1', sent: null }], alone: true });
});
