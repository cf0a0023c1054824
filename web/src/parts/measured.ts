/**
 * Tells an element's inner size whenever it changes. The size comes from the browser once it has laid the page out, so
 * that asking for it makes no layout of its own, as reading it while the page is still being built would.
 */
export const measured = (tell: (width: number, height: number) => void) => (element: HTMLElement) => {
  const observer = new ResizeObserver(() => tell(element.clientWidth, element.clientHeight));
  observer.observe(element);
  return () => observer.disconnect();
};
