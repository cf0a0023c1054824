import { dayAfter } from './day';

/** How a day's puzzle ended on this device: solved on its day, solved later, or shown. */
export type Ended = 'solved' | 'later' | 'shown';
export type Days = Readonly<Record<string, Ended>>;

const KEY = 'saudagar.puzzles';
const KEPT = 400;

export function days(): Days {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Days;
  } catch {
    return {};
  }
}

/** Notes how a day's puzzle ended, once: nothing that comes later makes it better. */
export function ended(day: string, how: Ended): Days {
  const known = days();
  if (known[day]) return known;
  const all = Object.entries({ ...known, [day]: how }).sort(([one], [other]) => (one < other ? -1 : 1)).slice(-KEPT);
  const kept = Object.fromEntries(all);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage there is no streak.
  }
  return kept;
}

/** How many days in a row were solved on their day, up to today or, while today's is open, up to yesterday. */
export function streak(known: Days, today: string): number {
  let day = known[today] ? today : dayAfter(today, -1);
  let count = 0;
  while (known[day] === 'solved') {
    count += 1;
    day = dayAfter(day, -1);
  }
  return count;
}
