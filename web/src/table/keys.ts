import { settings } from '../app/settings.svelte';
import { explainFocused } from '../parts/explain.svelte';
import { strokeOf } from './keyboard';
import type { Opened } from './opened';
import { neighbours } from './past';
import type { Play } from './play.svelte';
import type { Sitting } from './sitting';

/** What the keys of a table work on. */
export interface Keyed {
  readonly play: Play;
  readonly session: Sitting;
  /** Whether a dialog of the table is open: then keys belong to it. */
  readonly busy: boolean;
  open(what: Opened): void;
}

/** Enter belongs to the button that has the focus, unless that is a card: cards are pressed with Space. */
function keepsEnter(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button:not([data-card]), a, select, input') !== null;
}

/** The arrows go along the log while an earlier moment is looked at, and begin with the last line. */
function arrow(event: KeyboardEvent, session: Sitting, to: 'earlier' | 'later') {
  const past = session.at ?? null;
  // Lessons have no log to go along.
  if (!session.look || !session.now || (past === null && to === 'later') || !session.now.log.length) return;
  event.preventDefault();
  const beside = neighbours(session.now.log, past ?? session.now.ply);
  if (to === 'earlier' && beside.earlier !== null) void session.look(beside.earlier);
  if (to === 'later') beside.later === null ? session.present() : void session.look(beside.later);
}

/** Does what a key means at the table. */
export function pressed(event: KeyboardEvent, { play, session, busy, open }: Keyed): void {
  // Whatever dialog is open, keys belong to it.
  if (busy || event.defaultPrevented || document.querySelector('dialog[open]')) return;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  const stroke = strokeOf(event);
  if (!stroke || (stroke.to === 'act' && keepsEnter(event.target))) return;
  if (stroke.to === 'earlier' || stroke.to === 'later') return arrow(event, session, stroke.to);
  event.preventDefault();
  // In the past there is nothing to do but to look, and to go back.
  if ((session.at ?? null) !== null && !['log', 'help', 'explain', 'calm'].includes(stroke.to)) return void session.present();
  if (stroke.to === 'market') {
    const placed = play.layout.market[stroke.index];
    if (placed) play.tapMarket(placed);
  } else if (stroke.to === 'hand') {
    const placed = play.layout.hand[stroke.index];
    if (placed) play.tapHand(placed);
  } else if (stroke.to === 'herd') play.herd(stroke.by);
  else if (stroke.to === 'act') void play.act();
  else if (stroke.to === 'clear') play.clear();
  else if (stroke.to === 'explain') explainFocused();
  else if (stroke.to === 'hint') void play.advise();
  else if (stroke.to === 'calm') {
    // A lesson shows all there is: nothing would be seen of it, until the next match.
    if (session.look) settings.setSwitch('calm', !settings.calm);
  }
  else if (stroke.to === 'again') void session.showAgain();
  else open(stroke.to === 'help' ? 'keys' : stroke.to);
}
