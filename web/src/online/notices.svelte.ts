import { keep, recall } from './keep';

type Permission = 'default' | 'granted' | 'denied' | 'none';

/** Notices of the browser that it is one's turn, while the page lies in a tab that nobody looks at. Off until asked for. */
class Notices {
  permission = $state<Permission>(typeof Notification === 'undefined' ? 'none' : Notification.permission);
  wanted = $state(recall('notices') === 'yes');

  get on(): boolean {
    return this.wanted && this.permission === 'granted';
  }

  async ask(): Promise<void> {
    if (this.permission === 'none') return;
    this.permission = await Notification.requestPermission();
    this.want(this.permission === 'granted');
  }

  want(wanted: boolean) {
    this.wanted = wanted;
    keep('notices', wanted ? 'yes' : 'no');
  }

  /** Tells something once; `tag` keeps several tabs from saying the same thing twice. */
  tell(text: string, tag: string) {
    if (!this.on || !document.hidden) return;
    try {
      const notice = new Notification('saudagar', { body: text, tag, icon: '/favicon.svg' });
      notice.onclick = () => (window.focus(), notice.close());
    } catch {
      // Some phones allow notices to service workers only: the title and the icon tell it too.
    }
  }
}

export const notices = new Notices();
