import { clockFace, leftNow, nextTick } from './clock';
import type { Clock } from '../api/types';
import type { Seat } from '../rules/whyNot';

/** The page's own time, told anew whenever something that is counted down shows another figure. */
export class Ticking {
  now = $state(performance.now());
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Call in an effect: ticks as long as `left` says that something runs, in milliseconds; null when nothing does. */
  run(left: () => number | null): () => void {
    const tick = () => {
      this.now = performance.now();
      const ms = left();
      if (ms !== null) this.timer = setTimeout(tick, Math.min(nextTick(ms), 5000));
    };
    tick();
    return () => clearTimeout(this.timer);
  }
}

export const faceOf = (clock: Clock, seat: Seat, since: number) => clockFace(leftNow(clock, seat, since));
