import type { Attachment } from 'svelte/attachments';

/** Where a dragged card was let go: the name of the nearest part of the table that takes cards. */
export type Zone = 'market' | 'hand' | 'tokens';

/** Pixels before a press becomes a drag: a trembling tap stays a tap. */
const START = 12;
const HOME = 180;

/** Lets a card be dragged by mouse, pen or finger. An extra: everything it does, taps do too. */
export function draggable(ondrop: (zone: Zone | null) => void): Attachment<HTMLElement> {
  return (element) => {
    let from: { x: number; y: number; id: number } | null = null;
    let dragging = false;
    let dragged = false;
    const over = (event: PointerEvent) => {
      const below = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-drop]');
      return below ?? null;
    };
    const mark = (zone: HTMLElement | null) => {
      for (const each of document.querySelectorAll('[data-drop].over')) if (each !== zone) each.classList.remove('over');
      zone?.classList.add('over');
    };
    const down = (event: PointerEvent) => {
      dragged = false;
      if (event.button || !event.isPrimary) return;
      from = { x: event.clientX, y: event.clientY, id: event.pointerId };
    };
    const move = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.id) return;
      const dx = event.clientX - from.x;
      const dy = event.clientY - from.y;
      if (!dragging && Math.hypot(dx, dy) < START) return;
      if (!dragging) {
        dragging = true;
        element.setPointerCapture(from.id);
        element.classList.add('dragged');
      }
      element.style.transform = `translate(${dx}px, ${dy}px) rotate(${Math.max(-7, Math.min(7, dx / 30))}deg)`;
      mark(over(event));
    };
    const end = (event: PointerEvent, dropped: boolean) => {
      if (!from) return;
      from = null;
      if (!dragging) return;
      dragging = false;
      dragged = true;
      const zone = dropped ? over(event) : null;
      mark(null);
      const transform = element.style.transform;
      element.style.transform = '';
      element.classList.remove('dragged');
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
      element.animate([{ transform }, { transform: 'none' }], { duration: still ? 0 : HOME, easing: 'ease-out' });
      if (dropped) ondrop((zone?.dataset['drop'] as Zone | undefined) ?? null);
    };
    const up = (event: PointerEvent) => end(event, true);
    const cancel = (event: PointerEvent) => end(event, false);
    // The click that ends a drag is not a tap.
    const click = (event: MouseEvent) => {
      if (!dragged || event.detail === 0) return;
      dragged = false;
      event.stopPropagation();
      event.preventDefault();
    };
    const listeners: [string, EventListener, boolean?][] = [
      ['pointerdown', down as EventListener],
      ['pointermove', move as EventListener],
      ['pointerup', up as EventListener],
      ['pointercancel', cancel as EventListener],
      ['click', click as EventListener, true],
      ['dragstart', (event) => event.preventDefault()],
    ];
    for (const [type, listener, capture] of listeners) element.addEventListener(type, listener, capture);
    return () => {
      for (const [type, listener, capture] of listeners) element.removeEventListener(type, listener, capture);
    };
  };
}
