import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal, Unreachable } from '../api/failure';
import type { State } from '../api/types';
import { Line, SILENCE, type Socket, type Wires } from './line';

const state = (step: number) => ({ id: 'm', step, audience: 'a' }) as unknown as State;

class FakeSocket implements Socket {
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  closed = false;

  constructor(readonly path: string) {}

  close() {
    this.closed = true;
  }

  tell(step: number) {
    this.onmessage?.({ data: JSON.stringify({ type: 'state', state: state(step) }) });
  }
}

/** Wires without a network: sockets are opened by hand, sleeping is over at once. */
function wires(more: Partial<Wires> = {}) {
  const sockets: FakeSocket[] = [];
  const asked: string[] = [];
  const slept: number[] = [];
  let drop = () => undefined as void;
  const made: Wires = {
    socket(path) {
      const socket = new FakeSocket(path);
      sockets.push(socket);
      return socket;
    },
    async state(path) {
      asked.push(path);
      throw new Unreachable('nobody there');
    },
    async stream(path) {
      asked.push(path);
      throw new Error('no stream');
    },
    async sleep(ms) {
      slept.push(ms);
    },
    onOffline(each) {
      drop = each;
      return () => undefined;
    },
    ...more,
  };
  return { made, sockets, asked, slept, offline: () => drop() };
}

function hearing() {
  const heard = { steps: [] as number[], alive: [] as boolean[], refused: [] as Refusal[] };
  return {
    heard,
    hearing: {
      state: (next: State) => void heard.steps.push(next.step),
      heard: (alive: boolean) => void heard.alive.push(alive),
      refused: (reason: Refusal) => void heard.refused.push(reason),
    },
  };
}

const settle = async () => {
  for (let i = 0; i < 30; i += 1) await Promise.resolve();
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a live line', () => {
  it('comes again after a drop, from the step that it has heard last', async () => {
    const net = wires({ state: async () => state(9) });
    const ear = hearing();
    const stop = new AbortController();
    const done = new Line('m', 'b', ear.hearing, net.made).follow(3, stop.signal);
    await settle();
    expect(net.sockets[0]!.path).toBe('/api/matches/m/live?seat=b&since=3');
    net.sockets[0]!.onopen?.();
    net.sockets[0]!.tell(4);
    net.sockets[0]!.tell(7);
    net.sockets[0]!.onclose?.({ code: 1006 });
    await settle();
    expect(ear.heard.steps).toEqual([4, 7]);
    expect(ear.heard.alive.at(-1)).toBe(false);
    expect(net.sockets[1]!.path).toBe('/api/matches/m/live?seat=b&since=7');
    stop.abort();
    await done;
    expect(net.sockets[1]!.closed).toBe(true);
  });

  it('comes again at once when the server restarts, and later and later when nobody answers', async () => {
    const net = wires();
    const ear = hearing();
    const stop = new AbortController();
    void new Line('m', 'a', ear.hearing, net.made).follow(0, stop.signal);
    await settle();
    net.sockets[0]!.onopen?.();
    net.sockets[0]!.onclose?.({ code: 1012 });
    await settle();
    expect(net.slept).toEqual([]);
    for (let i = 1; i <= 6; i += 1) {
      net.sockets[i]!.onclose?.({ code: 1006 });
      await settle();
    }
    expect(net.slept.length).toBe(6);
    expect(net.slept.at(-1)!).toBeGreaterThan(net.slept[0]!);
    expect(Math.max(...net.slept)).toBeLessThanOrEqual(5000);
    // The server did not answer by any way: sockets are not to blame.
    expect(net.sockets.length).toBe(8);
    stop.abort();
  });

  it('takes a plainer way when sockets do not pass although the server answers, and sockets again on a new network', async () => {
    const text = `${JSON.stringify({ type: 'state', state: state(12) })}\n${JSON.stringify({ type: 'beat' })}\n`;
    const bytes = new TextEncoder().encode(text);
    let streams = 0;
    const net = wires({
      state: async () => state(11),
      // Cut in the middle of a line, as networks do.
      stream: async () =>
        new ReadableStream<Uint8Array>({
          start(controller) {
            streams += 1;
            controller.enqueue(bytes.slice(0, 9));
            controller.enqueue(bytes.slice(9));
          },
        }),
    });
    const ear = hearing();
    const stop = new AbortController();
    const line = new Line('m', 'a', ear.hearing, net.made);
    void line.follow(10, stop.signal);
    await settle();
    net.sockets[0]!.onclose?.({ code: 1006 });
    await settle();
    net.sockets[1]!.onclose?.({ code: 1006 });
    await vi.waitFor(() => expect(ear.heard.steps).toContain(12));
    expect(line.tap).toBe('stream');
    expect(streams).toBe(1);
    expect(ear.heard.steps).toEqual([11, 11, 12]);
    line.fresh();
    expect(line.tap).toBe('socket');
    stop.abort();
  });

  it('asks one long question after the other where nothing else passes', async () => {
    let step = 20;
    const paths: string[] = [];
    const net = wires({
      async state(path) {
        paths.push(path);
        step += 1;
        if (step > 40) await new Promise(() => undefined);
        return state(step);
      },
    });
    const ear = hearing();
    const stop = new AbortController();
    const line = new Line('m', null, ear.hearing, net.made);
    void line.follow(20, stop.signal);
    for (let i = 0; i < 2; i += 1) {
      await settle();
      net.sockets[i]!.onclose?.({ code: 1006 });
    }
    await vi.waitFor(() => expect(line.tap).toBe('poll'));
    await vi.waitFor(() => expect(ear.heard.steps.at(-1)).toBe(40));
    expect(paths.at(-1)).toBe('/api/matches/m?since=40');
    expect(ear.heard.steps).toEqual([...ear.heard.steps].sort((one, other) => one - other));
    stop.abort();
  });

  it('takes silence for a dead line, and a beat for life', async () => {
    const net = wires();
    const ear = hearing();
    const stop = new AbortController();
    void new Line('m', 'a', ear.hearing, net.made).follow(0, stop.signal);
    await settle();
    net.sockets[0]!.onopen?.();
    await vi.advanceTimersByTimeAsync(SILENCE - 1000);
    net.sockets[0]!.onmessage?.({ data: '{"type":"beat"}' });
    await vi.advanceTimersByTimeAsync(SILENCE - 1000);
    expect(net.sockets.length).toBe(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(net.sockets[0]!.closed).toBe(true);
    expect(net.sockets.length).toBe(2);
    stop.abort();
  });

  it('does not wait for silence when the browser says that it is offline', async () => {
    const net = wires();
    const ear = hearing();
    const stop = new AbortController();
    void new Line('m', 'a', ear.hearing, net.made).follow(0, stop.signal);
    await settle();
    net.sockets[0]!.onopen?.();
    net.offline();
    await settle();
    expect(ear.heard.alive.at(-1)).toBe(false);
    // What a closed socket still tells is not heard.
    net.sockets[0]!.tell(99);
    expect(ear.heard.steps).toEqual([]);
    stop.abort();
  });

  it('does not trust a line that was silent while the page slept', async () => {
    const net = wires();
    const stop = new AbortController();
    const line = new Line('m', 'a', hearing().hearing, net.made);
    void line.follow(0, stop.signal);
    await settle();
    net.sockets[0]!.onopen?.();
    await vi.advanceTimersByTimeAsync(10_000);
    line.wake();
    expect(net.sockets.length).toBe(1);
    await vi.advanceTimersByTimeAsync(15_000);
    line.wake();
    await settle();
    expect([net.sockets[0]!.closed, net.sockets.length]).toEqual([true, 2]);
    stop.abort();
  });

  it('gives up where the match is not for this browser', async () => {
    const net = wires();
    const ear = hearing();
    await Promise.all([
      new Line('m', 'a', ear.hearing, net.made).follow(0, new AbortController().signal),
      settle().then(() => net.sockets[0]!.onclose?.({ code: 4404 })),
    ]);
    expect(ear.heard.refused.map((each) => each.status)).toEqual([404]);
  });
});
