import type { State } from './types';

/** The server answered, and the answer is a refusal. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly reason: string | null,
    message: string,
    readonly state: State | null,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

/** No answer came: the line is down, or the server is. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('the server cannot be reached', { cause });
    this.name = 'Unreachable';
  }
}
