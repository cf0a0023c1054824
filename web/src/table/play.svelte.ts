import { bundle } from '../rules/bundle';
import type { Card } from '../rules/card';
import { propose } from '../rules/propose';
import type { Reason } from '../rules/reason';
import { whyNot } from '../rules/whyNot';
import type { State } from '../api/types';
import { changeHerd, isEmpty, NO_CHOICE, Prospects, sidesOf, tapHand, tapMarket } from './choice';
import type { Placed } from './layout';
import { saleOf } from './sale';
import type { Session } from './session.svelte';

export type Mood = 'plain' | 'partner' | 'receding';

/** What the choice so far means: the action it makes, why that is not allowed, and what could still join it. */
export class Play {
  constructor(
    private readonly session: Session,
    private readonly current: () => State,
  ) {}

  get state() {
    return this.current();
  }

  get layout() {
    return this.session.layout;
  }

  get choice() {
    return this.session.choice;
  }

  get fresh() {
    return this.session.fresh;
  }

  readonly sides = $derived.by(() => sidesOf(this.session.choice, this.session.layout));
  readonly prospects = $derived.by(() => new Prospects(this.current().view.legal));
  readonly chosen = $derived.by(() => !isEmpty(this.session.choice));
  readonly proposal = $derived.by(() => propose(this.sides.take, this.sides.give));
  readonly myTurn = $derived.by(() => {
    const { view, audience, mine } = this.current();
    return view.turn === audience && mine.includes(audience);
  });

  readonly reason = $derived.by((): Reason | null => {
    const { action, reason } = this.proposal;
    if (action === null) return reason;
    const { view, audience, ruleset } = this.current();
    const standing = {
      market: bundle(view.market),
      hand: bundle(view.hands[audience].cards ?? ''),
      herd: view.herds[audience],
      turn: view.turn,
      exchanges: view.exchanges,
    };
    return whyNot(action, standing, audience, ruleset);
  });

  /** The action the button will send: the server's list has the last word on what is allowed. */
  readonly ready = $derived.by(() => {
    const { action } = this.proposal;
    return action !== null && this.reason === null && this.current().view.legal.includes(action) ? action : null;
  });

  readonly sale = $derived.by(() => {
    const { view, ruleset } = this.current();
    return this.reason === null || this.reason === 'NOT_YOUR_TURN'
      ? saleOf(this.proposal.action, view, ruleset)
      : null;
  });

  private mood(chosen: boolean, possible: () => boolean): Mood {
    if (!this.chosen || chosen || !this.myTurn) return 'plain';
    return possible() ? 'partner' : 'receding';
  }

  marketMood(placed: Placed): Mood {
    const { take, give } = this.sides;
    return this.mood(this.choice.market.has(placed.id), () => this.prospects.canTake(take, give, placed.card));
  }

  handMood(placed: Placed): Mood {
    return this.mood(this.choice.hand.has(placed.id), () => this.canGive(placed.card));
  }

  canGive(card: Card): boolean {
    return this.prospects.canGive(this.sides.take, this.sides.give, card);
  }

  /** A spectator chooses nothing. */
  private get mayChoose() {
    return this.state.mine.length > 0;
  }

  tapMarket(placed: Placed) {
    if (!this.mayChoose) return;
    this.session.choice = tapMarket(this.choice, this.layout, placed);
  }

  tapHand(placed: Placed) {
    if (!this.mayChoose) return;
    this.session.choice = tapHand(this.choice, this.layout, placed);
  }

  herd(by: 1 | -1) {
    if (!this.mayChoose) return;
    const { view, audience } = this.state;
    this.session.choice = changeHerd(this.choice, this.layout, by, view.herds[audience]);
  }

  clear() {
    this.session.choice = NO_CHOICE;
  }

  async act() {
    if (this.ready) await this.session.command('act', this.ready);
  }
}
