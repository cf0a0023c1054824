import type { Clock } from '../api/types';
import type { Seat } from '../rules/whyNot';

/** Below so many milliseconds a clock says it loudly. */
export const LOW = 20_000;

/** What is left of a seat's time: the server's figure, less what has gone by since it came. Both in milliseconds. */
export function leftNow(clock: Clock, seat: Seat, since: number): number {
  const gone = clock.running === seat ? Math.max(0, since) : 0;
  return Math.max(0, clock.left[seat] - gone);
}

/** `12:05`, `1:02:03`; below ten seconds with tenths. Rounded so that 0:00 is shown only when nothing is left. */
export function clockFace(ms: number): string {
  if (ms > 0 && ms < 10_000) return `0:${String(Math.min(9, Math.floor(ms / 1000))).padStart(2, '0')}.${Math.floor((ms % 1000) / 100)}`;
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** A long time in its largest unit, as a key's stem and a count: rounded down, so that nobody counts on too much. */
export function longTime(ms: number): { readonly unit: 'days' | 'hours' | 'minutes'; readonly count: number } {
  const minutes = Math.floor(ms / 60_000);
  if (minutes >= 2 * 24 * 60) return { unit: 'days', count: Math.floor(minutes / (24 * 60)) };
  if (minutes >= 2 * 60) return { unit: 'hours', count: Math.floor(minutes / 60) };
  return { unit: 'minutes', count: minutes };
}

/** How long until the face shows something else. */
export function nextTick(ms: number): number {
  if (ms <= 0) return 1000;
  return ms < 10_500 ? 100 : (ms % 1000) + 20;
}
