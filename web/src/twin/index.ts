/** The rules of docs/rules.md in the browser: rounds, chance, views, legal actions, what is said, scoring, matches, records. */
export { everyAction, legalActions } from './legal';
export { positionLine } from './line';
export { nextStarter, sealOf, sealsOf, winnerOf } from './match';
export { recordOf } from './record';
export { ending, play, resolve, start, toAct } from './round';
export { RULESETS } from './rules';
export { resultOf } from './score';
export { stateOf } from './state';
export { Table } from './table';
export { toldTo } from './told';
