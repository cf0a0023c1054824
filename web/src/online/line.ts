import { ask, seated, sleep, sleepOrLine, type ToldState } from '../api/client';
import { Refusal } from '../api/failure';
import type { State } from '../api/types';
import type { Seat } from '../rules/whyNot';

/** The part of a WebSocket that is used: tests bring their own. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  close(): void;
}

export interface Wires {
  socket(path: string): Socket;
  /** One State, at once or when there is one beyond `since`. */
  state(path: string, signal: AbortSignal): Promise<State>;
  stream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls back when the browser says that the line is gone; returns how to stop that. */
  onOffline(drop: () => void): () => void;
}

export interface Hearing {
  /** A State came; those who hear it drop what is older than what they show. */
  state(next: State): void;
  /** Something was heard (true), or the line has gone (false). */
  heard(alive: boolean): void;
  /** The server does not let this browser follow the match. */
  refused(reason: Refusal): void;
}

/** Silence of so many milliseconds means that the line is dead: the server beats every 15 seconds. */
export const SILENCE = 35_000;
/** After waking up, silence of more than one beat is enough to ask again. */
const DOZE = 18_000;
const RESTART = 1012;
const NOT_YOURS = 4404;
/** After so many ways that never opened although the server answers, a plainer one is taken. */
const PATIENCE = 2;

type Tap = 'socket' | 'stream' | 'poll';
/** How a tap ended: whether it ever told anything, and whether to come again without a pause. */
interface End {
  readonly opened: boolean;
  readonly atOnce: boolean;
}

/** Follows a match over the best line there is: WebSocket, else a stream of lines, else one long question after the other. */
export class Line {
  private since: number | null = null;
  private blocked = 0;
  private heardAt = Date.now();
  private drop: (() => void) | null = null;

  constructor(
    private readonly id: string,
    private readonly seat: Seat | null,
    private readonly hearing: Hearing,
    private readonly wires: Wires = browserWires,
  ) {}

  get tap(): Tap {
    return this.blocked < PATIENCE ? 'socket' : this.blocked < 2 * PATIENCE ? 'stream' : 'poll';
  }

  /** Follows until the signal, or until the match is not this browser's. `step` is what the screen already shows. */
  async follow(step: number | null, signal: AbortSignal): Promise<void> {
    this.since = step;
    let failures = 0;
    while (!signal.aborted) {
      try {
        const end = await this.listen(this.tap, signal);
        failures = end.opened ? 0 : failures + 1;
        if (signal.aborted) return;
        this.hearing.heard(false);
        if (!end.opened && this.tap !== 'poll' && (await this.answers(signal))) {
          // The server is there: the next way is tried at once, and there are not many.
          this.blocked += 1;
          failures = 0;
        } else if (!end.atOnce) await this.wires.sleep(pause(failures), signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refusal && error.status < 500 && error.status !== 429) return this.hearing.refused(error);
        failures += 1;
        this.hearing.heard(false);
        await this.wires.sleep(pause(failures), signal);
      }
    }
  }

  private listen(tap: Tap, signal: AbortSignal): Promise<End> {
    if (tap === 'socket') return this.listenSocket(signal);
    return tap === 'stream' ? this.listenStream(signal) : this.listenPoll(signal);
  }

  /** Is it the server that does not answer, or only this way to it? The answer is news besides. */
  private async answers(signal: AbortSignal): Promise<boolean> {
    this.take(await this.wires.state(this.path('', false), signal));
    return true;
  }

  private path(tap: string, since = true): string {
    const query = new URLSearchParams();
    if (this.seat) query.set('seat', this.seat);
    if (since && this.since !== null) query.set('since', String(this.since));
    const asked = query.size ? `?${query}` : '';
    return `/api/matches/${encodeURIComponent(this.id)}${tap}${asked}`;
  }

  /** The page has come into sight again, perhaps after a night: a line that has been silent is given up at once. */
  wake(): void {
    if (Date.now() - this.heardAt > DOZE) this.drop?.();
  }

  private alive(): void {
    this.heardAt = Date.now();
    this.hearing.heard(true);
  }

  private take(state: State): void {
    this.since = Math.max(this.since ?? 0, state.step);
    this.alive();
    this.hearing.state(state);
  }

  private frame(text: string): void {
    const frame = JSON.parse(text) as { type: string; state?: ToldState };
    if (frame.type === 'state' && frame.state) this.take(seated(frame.state));
    else this.alive();
  }

  private listenSocket(signal: AbortSignal): Promise<End> {
    return new Promise((done, fail) => {
      const socket = this.wires.socket(this.path('/live'));
      let opened = false;
      let over = false;
      let timer: ReturnType<typeof setTimeout>;
      const end = (code: number) => {
        if (over) return;
        over = true;
        clearTimeout(timer);
        stopWatching();
        signal.removeEventListener('abort', abort);
        socket.close();
        if (code === NOT_YOURS) fail(new Refusal(404, 'not_found', null, 'this match is not here for this browser', null));
        else done({ opened, atOnce: code === RESTART && opened });
      };
      const abort = () => end(1000);
      this.drop = () => end(0);
      const stopWatching = this.wires.onOffline(this.drop);
      const listenOn = () => {
        clearTimeout(timer);
        timer = setTimeout(() => end(0), SILENCE);
      };
      signal.addEventListener('abort', abort);
      listenOn();
      socket.onopen = () => {
        opened = true;
        this.alive();
        listenOn();
      };
      socket.onmessage = ({ data }) => {
        if (over || typeof data !== 'string') return;
        opened = true;
        listenOn();
        this.frame(data);
      };
      socket.onclose = ({ code }) => end(code);
    });
  }

  private async listenStream(signal: AbortSignal): Promise<End> {
    const line = new AbortController();
    this.drop = () => line.abort();
    const stopWatching = this.wires.onOffline(this.drop);
    const both = AbortSignal.any([signal, line.signal]);
    let timer = setTimeout(() => line.abort(), SILENCE);
    let opened = false;
    let rest = '';
    try {
      const reader = (await this.wires.stream(this.path('/stream'), both)).pipeThrough(decoder()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return { opened, atOnce: false };
        clearTimeout(timer);
        timer = setTimeout(() => line.abort(), SILENCE);
        const lines = (rest + value).split('\n');
        rest = lines.pop() ?? '';
        for (const each of lines.filter((text) => text.trim())) {
          opened = true;
          this.frame(each);
        }
      }
    } catch (error) {
      if (error instanceof Refusal) throw error;
      return { opened, atOnce: false };
    } finally {
      clearTimeout(timer);
      stopWatching();
    }
  }

  private async listenPoll(signal: AbortSignal): Promise<End> {
    const line = new AbortController();
    this.drop = () => line.abort();
    const stopWatching = this.wires.onOffline(this.drop);
    const both = AbortSignal.any([signal, line.signal, AbortSignal.timeout(SILENCE + 5000)]);
    const asked = Date.now();
    try {
      const before = this.since;
      this.take(await this.wires.state(this.path(''), both));
      // An answer at once without news would be asked for again and again.
      if (this.since === before && Date.now() - asked < 1000) await this.wires.sleep(1000, signal);
      return { opened: true, atOnce: true };
    } finally {
      stopWatching();
    }
  }

  /** The network has changed: perhaps sockets pass through this one. */
  fresh(): void {
    this.blocked = 0;
  }
}

/** Typed for any kind of bytes, while streams of the network have one kind. */
const decoder = () => new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>;

/** Half a second at first, four at most, and never all browsers at the same moment. */
function pause(failures: number): number {
  return failures === 0 ? 150 + Math.random() * 350 : Math.min(4000, 250 * 2 ** failures) * (0.75 + Math.random() / 2);
}

const browserWires: Wires = {
  socket(path) {
    const url = new URL(path, location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    return new WebSocket(url) as unknown as Socket;
  },
  state: (path, signal) => ask<ToldState>(path, { signal }).then(seated),
  async stream(path, signal) {
    const answer = await fetch(path, { credentials: 'same-origin', signal });
    if (!answer.ok || !answer.body) throw new Refusal(answer.status, 'stream', null, answer.statusText, null);
    return answer.body;
  },
  sleep: (ms, signal) => (ms < 100 ? sleep(ms, signal) : sleepOrLine(ms, signal)),
  onOffline(drop) {
    addEventListener('offline', drop);
    return () => removeEventListener('offline', drop);
  },
};
