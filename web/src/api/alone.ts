import type { Online } from './types';

/** What a State says of play between two browsers where there is none: on one device, in a lesson, in a replay. */
export const ALONE: Online = {
  online: false,
  ended: null,
  may_abort: false,
  present: { a: null, b: null },
  watchers: 0,
  clock: null,
  dealing: null,
  voids: 0,
  rematch: { offered: [], id: null },
  said: [],
};
