/** Days as in 2026-11-30, by the clock on this device: everybody's own midnight brings the next puzzle. */
export const FIRST_DAY = '2026-01-01';
const LENGTH = 86_400_000;

export function today(now = new Date()): string {
  const part = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

export const isDay = (day: string): boolean => !Number.isNaN(at(day));

/** How many days lie between the first puzzle and this one. */
export const dayNumber = (day: string): number => Math.round((at(day) - at(FIRST_DAY)) / LENGTH);

export const dayAfter = (day: string, days: number): string => new Date(at(day) + days * LENGTH).toISOString().slice(0, 10);

/** The place of a day's puzzle among so many: the same for everybody, after the last the first again. */
export const placeOf = (day: string, count: number): number => ((dayNumber(day) % count) + count) % count;
