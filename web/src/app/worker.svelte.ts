/** The service worker, and what the home page may do with it: take a new version, install the page as an app. */
import { ownScript } from './ownScript';

const UPDATED = 'saudagar.updated';
const PLAYING = 'saudagar.playing';
const HOUR = 3_600_000;

/** What Chromium offers before it lets a page be installed. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

class AppWorker {
  /** A new version has arrived and waits. */
  ready = $state(false);
  /** It waits for a match in another tab. */
  held = $state(false);
  /** This page is the new version that was asked for. */
  updated = $state(false);
  /** Everything that playing without a network needs is on this device. */
  complete = $state(false);
  canInstall = $state(false);

  private registration: ServiceWorkerRegistration | null = null;
  private offer: InstallOffer | null = null;
  private checked = 0;
  private asked = false;

  constructor() {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      this.offer = event as InstallOffer;
      this.canInstall = true;
    });
    addEventListener('appinstalled', () => (this.canInstall = false));
  }

  /** Starts once the page is there; without a secure line browsers have no service workers. */
  async start(): Promise<void> {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!workers || !import.meta.env.PROD) return;
    try {
      this.updated = sessionStorage.getItem(UPDATED) !== null;
      sessionStorage.removeItem(UPDATED);
    } catch {
      // Without storage nobody is told; nothing else depends on it.
    }
    workers.addEventListener('controllerchange', () => {
      // Only who asked for the new version starts anew; the first worker of all changes nothing.
      if (this.asked) location.reload();
    });
    workers.addEventListener('message', ({ data }: MessageEvent<{ complete?: boolean }>) => {
      if (data.complete) this.complete = true;
    });
    try {
      const registration = await workers.register(ownScript('/sw.js'), { updateViaCache: 'none' });
      this.registration = registration;
      this.watch(registration);
      registration.addEventListener('updatefound', () => this.watch(registration));
      this.checked = Date.now();
      const active = (await workers.ready).active;
      active?.postMessage('fill');
    } catch {
      // The server is away, or the browser forbids it: the page works as it is.
    }
  }

  private watch({ waiting, installing }: ServiceWorkerRegistration) {
    // The very first one takes over by itself; a later one waits until it is let in.
    const arrived = () => (this.ready = Boolean(navigator.serviceWorker.controller));
    if (waiting) arrived();
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') arrived();
    });
  }

  /** Asks now and then whether there is a new version; called by the home page alone. */
  look(): void {
    if (Date.now() - this.checked < HOUR) return;
    this.checked = Date.now();
    this.registration?.update().catch(() => undefined);
  }

  /** Lets the new version in, unless a match is open in another tab. */
  async update(): Promise<void> {
    const waiting = this.registration?.waiting;
    if (!waiting) return;
    await navigator.locks.request(PLAYING, { mode: 'exclusive', ifAvailable: true }, async (lock) => {
      this.held = lock === null;
      if (!lock) return;
      try {
        sessionStorage.setItem(UPDATED, 'yes');
      } catch {
        // As above.
      }
      this.asked = true;
      waiting.postMessage('activate');
    });
  }

  async install(): Promise<void> {
    await this.offer?.prompt();
    this.offer = null;
    this.canInstall = false;
  }
}

export const appWorker = new AppWorker();

/** Says that a match is open in this tab, until the returned function is called. */
export function playing(): () => void {
  const left = new AbortController();
  const held = new Promise<void>((done) => left.signal.addEventListener('abort', () => done()));
  void navigator.locks?.request(PLAYING, { mode: 'shared', signal: left.signal }, () => held).catch(() => undefined);
  return () => left.abort();
}
