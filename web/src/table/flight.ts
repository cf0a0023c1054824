import { mount, unmount } from 'svelte';
import type { State } from '../api/types';
import { flightTime } from '../app/settings.svelte';
import CardFace from '../parts/CardFace.svelte';
import { isCard, type Card } from '../rules/card';
import type { Layout } from './layout';

/**
 * Cards on their way. Before a state is adopted every placed card's rectangle is remembered; once the page has changed,
 * each card is drawn where it was and slides home. The state is already true: motion only decorates and blocks nothing.
 */
export interface Snapshot {
  readonly places: ReadonlyMap<string, DOMRect>;
  readonly copies: ReadonlyMap<string, HTMLElement>;
  readonly coins: ReadonlyMap<string, { readonly from: DOMRect; readonly copy: HTMLElement }>;
}

const EASE = 'cubic-bezier(.2,.75,.3,1)';
/** The colours and sizes that a token inherits and its copy would lose. */
const INHERITED = ['--coin', '--lip', '--main', '--tint', '--deep'];
const tokens = () => document.querySelectorAll<HTMLElement>('[data-coin]');
const placed = () => document.querySelectorAll<HTMLElement>('[data-flight]');

export function snapshot(): Snapshot | null {
  if (!flightTime()) return null;
  const places = new Map<string, DOMRect>();
  const copies = new Map<string, HTMLElement>();
  for (const element of placed()) {
    const id = element.dataset['flight']!;
    places.set(id, element.getBoundingClientRect());
    const face = element.querySelector<HTMLElement>('.face');
    if (face) {
      const copy = face.cloneNode(true) as HTMLElement;
      copy.style.setProperty('--w', getComputedStyle(face).getPropertyValue('--w'));
      copies.set(id, copy);
    }
  }
  const coins = new Map<string, { from: DOMRect; copy: HTMLElement }>();
  for (const coin of tokens()) {
    const copy = coin.cloneNode(true) as HTMLElement;
    const style = getComputedStyle(coin);
    for (const name of INHERITED) copy.style.setProperty(name, style.getPropertyValue(name));
    coins.set(coin.dataset['coin']!, { from: coin.getBoundingClientRect(), copy });
  }
  return { places, copies, coins };
}

function middle(selector: string): DOMRect | null {
  return document.querySelector(selector)?.getBoundingClientRect() ?? null;
}

export interface Route {
  /** Where new cards come from, and where vanished ones go: CSS selectors. */
  readonly origin: (id: string) => string;
  readonly goal: string;
  /** Where the tokens of a sale go. */
  readonly purse: string;
  /** Cards that are seen leaving a hand whose cards do not lie here: they are shown on their way, face up. */
  readonly thrown: readonly Card[];
  /** The bonus pile that a token was drawn from. */
  readonly bonus: string | null;
}

/** Which way things went in the last move of a state. */
export function routeOf(state: State, layout: Layout): Route {
  const last = state.log.at(-1);
  const own = last?.seat === state.audience;
  const params = (key: string) => last?.messages.find((message) => message.key === key)?.params;
  const seat = own ? '[data-place="own"]' : '[data-place="other"]';
  const sold = params('event.sold') ?? params('event.sold_for_nothing');
  const exchanged = params('event.exchanged') !== undefined;
  const drawn = params('event.bonus') ?? params('event.bonus_value');
  const inHand = new Set(layout.hand.map((placed) => placed.id));
  return {
    goal: own ? '[data-place="tokens"]' : seat,
    purse: seat,
    origin: (id) => (!inHand.has(id) && exchanged && !own ? '[data-place="other"]' : '[data-place="stock"]'),
    thrown: sold && !own ? [...String(sold['cards'])].filter(isCard) : [],
    bonus: drawn ? String(drawn['tier']) : null,
  };
}

export function fly(before: Snapshot | null, route: Route): void {
  const duration = flightTime();
  if (!before || !duration) return;
  const here = new Set<string>();
  let order = 0;
  for (const element of placed()) {
    const id = element.dataset['flight']!;
    here.add(id);
    const now = element.getBoundingClientRect();
    const from = before.places.get(id) ?? middle(route.origin(id));
    if (!from) continue;
    const dx = from.left + from.width / 2 - (now.left + now.width / 2);
    const dy = from.top + from.height / 2 - (now.top + now.height / 2);
    if (Math.hypot(dx, dy) < 2) continue;
    const scale = before.places.has(id) ? from.width / now.width : 0.6;
    const turn = before.places.has(id) ? Math.max(-4, Math.min(4, dx / 40)) : 5;
    element.animate(
      [{ transform: `translate(${dx}px, ${dy}px) scale(${scale}) rotate(${turn}deg)` }, { transform: 'none' }],
      { duration, easing: EASE, delay: before.places.has(id) ? 0 : (order += 1) * 40, fill: 'backwards' },
    );
  }
  for (const [id, copy] of before.copies) {
    const from = before.places.get(id)!;
    if (!here.has(id)) ghost(copy, from, middle(route.goal), { duration: duration * 1.2 });
  }
  // A pile that is there no more belongs to a table that is there no more.
  const left = new Set(Array.from(tokens(), (coin) => coin.dataset['coin']));
  let delay = 0;
  for (const [id, { from, copy }] of before.coins) {
    if (left.has(id)) continue;
    ghost(copy, from, middle(route.purse), { duration, delay, fill: 'backwards' });
    delay += 60;
  }
  const pile = route.bonus && document.querySelector<HTMLElement>(`[data-bonus="${route.bonus}"] .square`);
  if (pile) {
    const copy = pile.cloneNode(true) as HTMLElement;
    copy.style.setProperty('--coin', getComputedStyle(pile).getPropertyValue('--coin'));
    ghost(copy, pile.getBoundingClientRect(), middle(route.purse), { duration: duration * 1.4, delay, fill: 'backwards' });
  }
  throwCards(route, duration);
}

function throwCards({ thrown, purse }: Route, duration: number): void {
  const from = middle(purse);
  const to = middle('[data-place="tokens"]');
  const like = document.querySelector<HTMLElement>('[data-flight]')?.getBoundingClientRect();
  if (!from || !to || !like) return;
  const width = like.width * 0.8;
  thrown.forEach((card, i) => {
    const holder = document.createElement('div');
    holder.style.setProperty('--w', `${width}px`);
    const face = mount(CardFace, { target: holder, props: { card } });
    const start = new DOMRect(from.left + i * width * 0.4, from.top, width, width * 1.42);
    ghost(holder, start, to, { duration: duration * 1.5, delay: i * 50, fill: 'backwards' }, () => void unmount(face));
  });
}

/** A card or token that left the table is shown leaving as a copy without name or role. */
function ghost(
  copy: HTMLElement,
  from: DOMRect,
  to: DOMRect | null,
  timing: KeyframeAnimationOptions,
  gone: () => void = () => undefined,
): void {
  if (!to) return;
  copy.setAttribute('aria-hidden', 'true');
  Object.assign(copy.style, {
    position: 'fixed', translate: 'none', left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px`,
    height: `${from.height}px`, pointerEvents: 'none', zIndex: '40', margin: '0',
  });
  document.body.append(copy);
  const dx = to.left + to.width / 2 - (from.left + from.width / 2);
  const dy = to.top + to.height / 2 - (from.top + from.height / 2);
  const flight = copy.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: `translate(${dx}px, ${dy}px) scale(.45) rotate(-5deg)`, opacity: 0.2 },
    ],
    { easing: EASE, ...timing },
  );
  flight.onfinish = flight.oncancel = () => {
    copy.remove();
    gone();
  };
}
