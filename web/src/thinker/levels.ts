import table from './levels.json';

/** What a player of one level notices, knows, and how it makes up its mind; the words are explained in saudagar/players/levels.py. */
export interface Level {
  readonly early: boolean;
  readonly memory: number;
  readonly largest: number;
  readonly counts_bonuses: boolean;
  readonly counts_camels: boolean;
  readonly sees_end: boolean;
  readonly reckons: boolean;
  readonly heat: number;
  readonly cap: number;
}

/** The levels that decide without looking ahead, weakest first: written out of Python's by `python -m tests.twin.levels`. */
export const LEVELS: Readonly<Record<string, Level>> = table;

/** Whether nothing dims what it notices of a position. */
export const clear = ({ memory, counts_bonuses, counts_camels, sees_end, reckons }: Level): boolean =>
  memory >= 7 && counts_bonuses && counts_camels && sees_end && reckons;
