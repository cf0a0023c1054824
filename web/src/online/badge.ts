/** The seal of the page's icon with a dot on it: somebody waits for you. */
const DOTTED =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'%3E%3Ccircle cx='30' cy='34' r='26' fill='%23A4262C'/%3E%3Ccircle cx='30' cy='34' r='19' fill='none' stroke='%23FFF8EE' stroke-width='2.5'/%3E%3Cpath d='M30 22v24M19 27h22M23 46h14' stroke='%23FFF8EE' stroke-width='3' fill='none'/%3E%3Ccircle cx='50' cy='14' r='13' fill='%23FFB938' stroke='%232B1B2E' stroke-width='3'/%3E%3C/svg%3E";

/** Shows on the tab, and on the app's icon where there is one, how many matches wait for this person. */
export function setBadge(count: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) {
    icon.dataset['plain'] ??= icon.href;
    icon.href = count ? DOTTED : icon.dataset['plain'];
  }
  const app = navigator as Navigator & { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
  const done = count ? app.setAppBadge?.(count) : app.clearAppBadge?.();
  done?.catch(() => undefined);
}
