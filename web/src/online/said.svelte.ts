import type { Phrase, State } from '../api/types';
import type { Seat } from '../rules/whyNot';
import { keep, recall } from './keep';

/** How long a phrase stays. */
const STAY = 6000;

/** Phrases as they come in: each is shown once, those from before the page was opened never. */
export class Said {
  shown = $state.raw<Partial<Record<Seat, Phrase>>>({});
  muted = $state(false);
  private upTo: number | null = null;
  private readonly timers: Partial<Record<Seat, ReturnType<typeof setTimeout>>> = {};

  constructor(private readonly id: string) {
    this.muted = recall(`mute.${id}`) === 'yes';
  }

  mute(muted: boolean) {
    this.muted = muted;
    keep(`mute.${this.id}`, muted ? 'yes' : 'no');
  }

  hear({ said, mine }: Pick<State, 'said' | 'mine'>) {
    const last = said.at(-1)?.step ?? 0;
    const fresh = this.upTo === null ? [] : said.filter((each) => each.step > this.upTo!);
    this.upTo = Math.max(this.upTo ?? 0, last);
    for (const each of fresh) {
      if (this.muted && !mine.includes(each.seat)) continue;
      this.shown = { ...this.shown, [each.seat]: each };
      clearTimeout(this.timers[each.seat]);
      this.timers[each.seat] = setTimeout(() => this.drop(each), STAY);
    }
  }

  private drop(phrase: Phrase) {
    if (this.shown[phrase.seat] === phrase) this.shown = { ...this.shown, [phrase.seat]: undefined };
  }

  close() {
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
  }
}
