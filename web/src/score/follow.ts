import { readAction, sides, spell, type Action } from '../rules/action';
import { bundle, EMPTY, letters, size, within, type Bundle } from '../rules/bundle';
import { whyNot } from '../rules/whyNot';
import { legalActions } from '../twin/legal';
import { positionLine } from '../twin/line';
import { ending, gap, goods, less, play, resolve, standingOf, start, sum, toAct, type Round } from '../twin/round';
import { STANDARD, tiers } from '../twin/rules';
import { other, type Seat } from './count';
import { NoVerdict, type Followed, type Verdict } from './referee';

interface Step {
  readonly seat: Seat;
  readonly action: Action;
  readonly chance: string | null;
}

function readStep(text: string): Step {
  const found = /^([ab]) ([^/]+)(?:\/(.*))?$/.exec(text);
  const action = found && readAction(found[2]!);
  if (!found || !action) throw new NoVerdict('refused', text, 'NOTHING_CHOSEN');
  return { seat: found[1] as Seat, action, chance: found[3] ?? null };
}

/** Goods that must have been dealt unseen to a seat, for it gave or sold them. */
function shown(steps: readonly Step[], seat: Seat): Bundle {
  let held = EMPTY;
  let found = EMPTY;
  for (const { action } of steps.filter((step) => step.seat === seat)) {
    const { take, give } = sides(action);
    found = sum(found, less(goods(give), held));
    held = sum(less(held, goods(give)), action.type === 'camels' ? EMPTY : goods(take));
  }
  return found;
}

const isCards = (chance: string | null): chance is string => chance !== null && /^[DGSCPLK]*$/.test(chance);

/** Some whole deal that agrees with all that was seen: what is unseen never moved, so any goods will do. */
function dealOf(table: Followed, steps: readonly Step[]): Round {
  const hidden = shown(steps, other(table.seat));
  const laid = steps.map(({ chance }) => (isCards(chance) ? bundle(chance) : EMPTY)).reduce(sum, EMPTY);
  const camels = bundle('K'.repeat(table.camels));
  const seen = [bundle(table.market), bundle(table.hand), camels, laid, hidden].reduce(sum, EMPTY);
  const rest = 5 - table.camels - size(hidden);
  const spare = letters(goods(less(STANDARD.pack, seen)));
  if (!within(seen, STANDARD.pack) || rest < 0 || rest > spare.length)
    throw new NoVerdict('refused', 'more cards than the pack has');
  const theirs = [camels, hidden, bundle(spare.slice(0, rest))].reduce(sum, EMPTY);
  const mine = bundle(table.hand);
  const hands = table.seat === 'a' ? { a: mine, b: theirs } : { a: theirs, b: mine };
  try {
    return start(STANDARD, table.first, { market: bundle(table.market), hands });
  } catch (error) {
    throw new NoVerdict('refused', String(error));
  }
}

/** A bonus value for a token that nobody saw: one that no later draw needs. */
function unseenBonus(round: Round, later: readonly Step[]): number {
  const pile = round.bonuses[tiers(STANDARD).indexOf(round.due)] ?? [];
  const told = later.map(({ chance }) => Number(chance));
  const spare = (value: number) => pile.filter((each) => each === value).length - told.filter((each) => each === value).length;
  return [...pile].sort((one, two) => spare(two) - spare(one))[0] ?? 0;
}

/** What one player knows after the moves of a round, by the rules in this page; NoVerdict where a move breaks one. */
export function follow(table: Followed, action?: string): Verdict {
  const steps = table.moves.map(readStep);
  let round = dealOf(table, steps);
  steps.forEach((step, i) => {
    const reason = whyNot(spell(step.action), standingOf(round, step.seat), step.seat, STANDARD);
    if (reason) throw new NoVerdict('refused', spell(step.action), reason);
    round = play(round, step.action);
    if (step.chance === null || (!round.due && !gap(round))) return;
    try {
      const drawn = step.chance === '?' ? unseenBonus(round, steps.slice(i + 1)) : Number(step.chance);
      round = resolve(round, round.due ? drawn : bundle(step.chance));
    } catch (error) {
      throw new NoVerdict('refused', String(error));
    }
  });
  const due = round.due ? { bonus: round.due } : gap(round) ? { refill: gap(round) } : null;
  const mine = toAct(round) === table.seat;
  const both = <T>(of: (seat: Seat) => T) => ({ a: of('a'), b: of('b') });
  const judged = action && readAction(action) ? whyNot(action, standingOf(round, table.seat), table.seat, STANDARD) : undefined;
  return {
    position: positionLine(round, table.seat),
    seat: table.seat,
    to_act: toAct(round),
    owed: due,
    over: ending(round) !== null,
    legal: mine ? legalActions(round).map(spell) : [],
    known: both((seat) => letters(round.known[seat]) || '-'),
    hands: both((seat) => size(round.hands[seat])),
    herds: round.herds,
    stock: size(round.stock),
    ...(judged === undefined ? {} : { reason: judged }),
  };
}
