import { has, language, t } from '../text/language.svelte';
import { cardName } from '../text/messages';
import { shownName } from '../text/name';
import type { Doubt } from './checks';
import type { MatchTally, RoundTally } from './tally';

/** A local date as its reader writes it; the day is the one that was written down, whatever the zone now. */
export function dayText(day: string): string {
  const noon = new Date(`${day}T12:00:00Z`);
  // A file of another program may name a day that no calendar has.
  if (Number.isNaN(noon.getTime())) return day;
  return new Intl.DateTimeFormat(language.current, { dateStyle: 'medium', timeZone: 'UTC' }).format(noon);
}

export const nameOf = (match: MatchTally, seat: 'a' | 'b'): string => shownName(match.names[seat === 'a' ? 0 : 1]);

/** A doubt as a sentence. */
export function doubtText(doubt: Doubt, names: readonly [string, string]): string {
  const { name, ...params } = doubt;
  const good = params['good'];
  const seat = params['seat'];
  return t(`check.${name}`, {
    ...params,
    ...(typeof good === 'string' ? { good: cardName(language.texts, good, 2) } : {}),
    ...(seat === 'a' || seat === 'b' ? { player: shownName(names[seat === 'a' ? 0 : 1]) } : {}),
  });
}

/** Why a round went as it did: what decided, with its numbers. */
export function decision(round: RoundTally, match: MatchTally): string {
  const { decidedBy, winner, needs } = round.settled;
  if (needs) return t(`decide.needs.${needs}`);
  if (decidedBy === 'nothing') return t(`decide.nothing.${match.fullTie}`);
  return t(`decide.${decidedBy}`, { name: winner ? nameOf(match, winner) : '' });
}

export const tenthsText = (tenths: number | null): string =>
  tenths === null ? '–' : new Intl.NumberFormat(language.current, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(tenths / 10);

export function durationText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? t('time.minutes', { count: minutes }) : t('time.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

export const maybe = (key: string): string => (has(key) ? t(key) : '');
