import { ask, post, sleep } from '../api/client';
import { device, onDevice } from '../api/either';
import { Refusal, Unreachable } from '../api/failure';
import type { Job, Review } from './types';

const TOML = { 'content-type': 'application/toml' };

export type Trouble = { readonly key: string; readonly why: string };

/** The review of a match or of an opened record, followed until it has gone as deep as it goes. */
export class Following {
  job = $state.raw<Job | null>(null);
  review = $state.raw<Review | null>(null);
  trouble = $state.raw<Trouble | null>(null);
  private readonly closing = new AbortController();

  constructor(
    private readonly id: string | null,
    private readonly text: string,
  ) {}

  get active(): boolean {
    return this.job?.state === 'waiting' || this.job?.state === 'running';
  }

  async begin(): Promise<void> {
    this.trouble = null;
    try {
      this.take(await this.open());
      await this.follow();
    } catch (error) {
      if (!this.closing.signal.aborted) this.trouble = troubleOf(error);
    }
  }

  async cancel(): Promise<void> {
    if (!this.job) return;
    try {
      const told = await ask<Job>(`/api/reviews/${this.job.id}`, { method: 'DELETE' });
      // Where the other player wants the same review it goes on, yet no longer for this one.
      this.take({ ...told, state: told.state === 'done' ? 'done' : 'cancelled' });
    } catch (error) {
      this.trouble = troubleOf(error);
    }
  }

  close(): void {
    this.closing.abort();
  }

  /** The review as a page or as the record with marks, in the reader's language. */
  file(kind: 'html' | 'tgn', lang: string): string {
    return `/api/reviews/${this.job?.id}/file?kind=${kind}&lang=${lang}`;
  }

  private async open(): Promise<Job> {
    if (this.id !== null && !onDevice(this.id)) return post<Job>(`/api/matches/${encodeURIComponent(this.id)}/review`, {});
    const body = this.id === null ? this.text : (await (await device()).record(this.id)).text;
    return ask<Job>('/api/reviews', { method: 'POST', headers: TOML, body });
  }

  private async follow(): Promise<void> {
    let failures = 0;
    while (this.active && !this.closing.signal.aborted) {
      await sleep(this.review ? 1200 : 350, this.closing.signal);
      if (this.closing.signal.aborted || !this.job) return;
      const have = this.job.reached && this.review ? `?have=${this.job.reached}` : '';
      try {
        this.take(await ask<Job>(`/api/reviews/${this.job.id}${have}`, { signal: this.closing.signal }));
        failures = 0;
      } catch (error) {
        // A server that is started again goes on with the review: a while without an answer is no end.
        failures += 1;
        if (!(error instanceof Unreachable) || failures > 20) throw error;
      }
    }
  }

  private take(job: Job): void {
    if (job.result) this.review = job.result;
    this.job = job;
  }
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof Unreachable) return { key: 'coach.offline', why: '' };
  if (error instanceof Refusal && error.status === 429) return { key: 'coach.too_many', why: '' };
  if (error instanceof Refusal && error.status === 404) return { key: 'coach.missing', why: '' };
  return { key: 'coach.refused', why: error instanceof Error ? error.message : String(error) };
}
