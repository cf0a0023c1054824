/** A heading that takes the focus when its page arrives, so that keys and screen readers begin there and not nowhere. */
export function focused(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
