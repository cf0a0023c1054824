/** The page without a network: its service worker, being installed, and the screen that stays on. */
import { ownScript } from '../app/ownScript';

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

class Offline {
  /** A new version is loaded and waits. */
  update = $state<ServiceWorker | null>(null);
  install = $state.raw<InstallPrompt | null>(null);
  /** Whether the browser promised to keep what is stored; null where it does not say. */
  kept = $state<boolean | null>(null);

  take(): void {
    this.update?.postMessage('take-over');
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  }
}

export const offline = new Offline();

export const fromDisk = location.protocol === 'file:';
export const standalone = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;

/** iPhones and iPads, the newer of which call themselves Macs. */
export const onIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

export function register(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offline.install = event as InstallPrompt;
  });
  addEventListener('appinstalled', () => (offline.install = null));
  if (fromDisk || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.register(ownScript('/score-sw.js'), { scope: '/score' }).then(
    (registration) => {
      const look = (worker: ServiceWorker | null) => {
        // The first one takes over by itself; a later one waits until no entry is being made.
        if (worker?.state === 'installed' && registration.active) offline.update = worker;
      };
      look(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => look(worker));
      });
    },
    () => undefined, // plain HTTP in a network of one's own: the page works, only not without that network
  );
}

export async function askToKeep(): Promise<void> {
  try {
    offline.kept = (await navigator.storage?.persist?.()) ?? null;
  } catch {
    offline.kept = null;
  }
}

/** Keeps the screen on while something that uses it is shown; the browser lets go when the page is hidden. */
export function stayOn(): () => void {
  let lock: WakeLockSentinel | null = null;
  let wanted = true;
  const ask = async () => {
    if (!wanted || document.visibilityState !== 'visible') return;
    try {
      lock = await navigator.wakeLock?.request('screen');
      if (!wanted) void lock?.release(); // what it was for has gone while the browser thought
    } catch {
      lock = null; // a low battery may forbid it
    }
  };
  const visible = () => void ask();
  document.addEventListener('visibilitychange', visible);
  void ask();
  return () => {
    wanted = false;
    document.removeEventListener('visibilitychange', visible);
    void lock?.release();
  };
}
