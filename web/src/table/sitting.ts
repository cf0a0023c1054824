import type { Hint, State } from '../api/types';
import type { Choice } from './choice';
import type { Layout } from './layout';

export type Notice = { readonly kind: 'stale' | 'failed' } | { readonly kind: 'refused'; readonly reason: string };

/** What the table needs of whoever keeps a match for it: a server's session, or a lesson. */
export interface Sitting {
  readonly state: State | null;
  readonly layout: Layout;
  choice: Choice;
  readonly fresh: ReadonlySet<string>;
  readonly notice: Notice | null;
  readonly lineLost: boolean;
  readonly sending: boolean;
  readonly shared: boolean;
  /** Whether the last move can be shown once more. */
  readonly canShowAgain: boolean;
  showAgain(): Promise<void>;
  /** Ends such a showing at once: the next key or tap belongs to the present. */
  present(): void;
  /** The ply of the log that is looked at in the place of the present; and looking at one. Lessons have no such thing. */
  readonly at?: number | null;
  readonly now?: State | null;
  look?(ply: number): Promise<void>;
  /** Whether the own last move and the answer to it turned nothing up, so that both may be undone; or whether the other may be asked. */
  readonly canTakeBack: boolean;
  readonly canHint: boolean;
  hint(): Promise<Hint | null>;
  /** The tutor looks at an action beforehand; and says what is against it: null where it is good enough, or where no answer comes in time. */
  consider?(action: string): void;
  doubt?(action: string, mark: number): Promise<Hint | null>;
  command(order: 'act' | 'next-round' | 'resign' | 'takeback', action?: string): Promise<void>;
}
