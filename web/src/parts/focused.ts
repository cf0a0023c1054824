/**
 * A heading that takes the focus when its page arrives, so that keys and screen readers begin there and not nowhere.
 *
 * Taking the focus lays the page out at once; in the next frame that is done anyway, and costs nothing twice.
 */
export function focused(heading: HTMLElement): () => void {
  heading.tabIndex = -1;
  const frame = requestAnimationFrame(() => heading.focus({ preventScroll: true }));
  return () => cancelAnimationFrame(frame);
}
