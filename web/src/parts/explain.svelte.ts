import type { Attachment } from 'svelte/attachments';

/** What a card or token says of itself when one rests on it. */
export interface Explained {
  readonly title: string;
  readonly lines: readonly string[];
}

class Explainer {
  shown = $state.raw<{ readonly what: Explained; readonly at: DOMRect } | null>(null);

  hide() {
    this.shown = null;
  }
}

export const explainer = new Explainer();

const HOVER = 600;
const PRESS = 450;
/** Pixels a finger may tremble. */
const STILL = 9;
const EVENT = 'saudagar:explain';

/** Lets an element explain itself: to a resting mouse, a long press, and to the key for it when it has the focus. */
export function explain(make: () => Explained): Attachment<HTMLElement> {
  return (element) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from = { x: 0, y: 0 };
    let pressed = false;
    const stop = () => clearTimeout(timer);
    const show = () => (explainer.shown = { what: make(), at: element.getBoundingClientRect() });
    const leave = (event: PointerEvent) => {
      stop();
      if (event.pointerType === 'mouse') explainer.hide();
    };
    const enter = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.buttons) return;
      stop();
      explainer.hide();
      timer = setTimeout(show, HOVER);
    };
    const down = (event: PointerEvent) => {
      stop();
      explainer.hide();
      pressed = false;
      if (event.pointerType === 'mouse') return;
      from = { x: event.clientX, y: event.clientY };
      timer = setTimeout(() => {
        pressed = true;
        show();
      }, PRESS);
    };
    const move = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' && Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL) stop();
    };
    // The click at the end of a long press belongs to the explanation, not to the card.
    const click = (event: MouseEvent) => {
      if (!pressed) return;
      pressed = false;
      event.stopPropagation();
      event.preventDefault();
    };
    const menu = (event: Event) => {
      if (pressed) event.preventDefault();
    };
    const listeners: [string, EventListener, boolean?][] = [
      ['pointerenter', enter as EventListener],
      ['pointerleave', leave as EventListener],
      ['pointerdown', down as EventListener],
      ['pointermove', move as EventListener],
      ['pointerup', stop],
      ['pointercancel', stop],
      ['click', click as EventListener, true],
      ['contextmenu', menu],
      [EVENT, show],
    ];
    element.dataset['explains'] = '';
    for (const [type, listener, capture] of listeners) element.addEventListener(type, listener, capture);
    return () => {
      stop();
      for (const [type, listener, capture] of listeners) element.removeEventListener(type, listener, capture);
    };
  };
}

/** Lets what has the focus explain itself; says whether anything did. */
export function explainFocused(): boolean {
  const element = document.activeElement?.closest('[data-explains]');
  element?.dispatchEvent(new CustomEvent(EVENT));
  return Boolean(element);
}
