import { api } from './client';
import { Refusal } from './failure';
import type { State } from './types';

/** A reloaded page does not know which seats it holds: it asks for the first, for the other, then to watch. */
async function asked(id: string): Promise<State> {
  for (const seat of ['a', 'b'] as const) {
    try {
      return await api.state(id, seat);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'not_yours')) throw error;
    }
  }
  return api.state(id, null);
}

let begun: { readonly id: string; readonly told: Promise<State> } | null = null;

/** Asks for a match's state before there is a page to show it: whoever opens it first finds it on its way. */
export function begin(id: string): void {
  const told = asked(id);
  // Whoever takes it deals with a failure.
  told.catch(() => undefined);
  begun = { id, told };
}

/** The state of a match that is opened; one that was asked for beforehand is used once. */
export function firstState(id: string): Promise<State> {
  const there = begun?.id === id ? begun.told : null;
  begun = null;
  // Where it is there already the page comes first and the table in a task of its own: one long one would be felt.
  return there ? there.then((state) => new Promise((done) => setTimeout(done, 0, state))) : asked(id);
}
