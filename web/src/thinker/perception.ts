import { tiers, type Rules } from '../twin/rules';
import type { Level } from './levels';
import { ONE } from './network';

/** What somebody of a level takes in of a position: the twin of saudagar/players/perception.py. Places are those of slots.ts. */
const [KNOWN, HIDDEN, HERD_LEAD, UNSEEN, BONUS, THEIR_BONUS, LEAD, LEAD_WITH_HERD, SALE, CLOSES] = [20, 26, 29, 30, 38, 41, 44, 45, 60, 68] as const;
const SPREAD = 40;
/** The value of the slot for the lead of herds where they are of one size. */
const EVEN = 11;

/** Halves to the even number, as Python rounds. */
const rounded = (n: number): number => (n % 1 === 0.5 ? 2 * Math.round(n / 2) : Math.round(n));

/** The slots as somebody of a level takes them in. */
export function dimmed(slots: Uint8Array, level: Level, rules: Rules): Uint8Array {
  const seen = slots.slice();
  if (level.memory < 7) forget(seen, level.memory);
  if (!level.counts_bonuses) compareWhatLiesOpen(seen, rules);
  if (!level.counts_camels) {
    seen[HERD_LEAD] = EVEN;
    seen[LEAD_WITH_HERD] = seen[LEAD]!;
  }
  if (!level.sees_end) seen[CLOSES] = 0;
  return seen;
}

/** Takes the other seat's hidden bonus tokens out of the lead, and out of sight with those on the piles. */
function compareWhatLiesOpen(seen: Uint8Array, rules: Rules) {
  tiers(rules).forEach((tier, place) => {
    const pile = rules.bonuses[tier]!;
    const worth = seen[THEIR_BONUS + place]! * rounded(pile.reduce((sum, value) => sum + value, 0) / pile.length);
    for (const lead of [LEAD, LEAD_WITH_HERD]) seen[lead] = Math.min(seen[lead]! + worth, 2 * SPREAD);
  });
  seen.fill(0, THEIR_BONUS, THEIR_BONUS + 3);
  seen.fill(4, BONUS, BONUS + 3);
}

/** Moves the other seat's known cards beyond `memory` (the dearest are kept) to those that were not seen. */
function forget(seen: Uint8Array, memory: number) {
  let room = memory;
  for (let kind = 0; kind < 6; kind += 1) {
    const kept = Math.min(seen[KNOWN + kind]!, room);
    const gone = seen[KNOWN + kind]! - kept;
    room -= kept;
    seen[KNOWN + kind] = kept;
    seen[UNSEEN + kind] = Math.min(seen[UNSEEN + kind]! + gone, 10);
    seen[HIDDEN] = Math.min(seen[HIDDEN]! + gone, 7);
    // What is not remembered whole is not thought of as a sale either.
    if (gone) seen[SALE + kind] = 0;
  }
  if (memory === 0) seen[CLOSES] = 0;
}

/** What somebody who does not reckon makes of an end of the round: the lead that it sees, taken roughly. */
export const guessedEnd = (seen: Uint8Array): number => Math.floor(ONE / (1 + Math.exp(-(seen[LEAD_WITH_HERD]! - SPREAD) / 4)));
