/** What the value network is told: the twin of saudagar/kernel/slots.py, where every slot has its name. */
export const VERSION = 1;
const six = (size: number) => Array<number>(6).fill(size);
const three = (size: number) => Array<number>(3).fill(size);

/** How many values each slot can have, in order. */
export const SIZES: readonly number[] = [
  ...six(8), 12, // own goods, own herd
  ...six(6), 6, // market, its camels
  ...six(10), // tokens left
  ...six(8), 8, 8, 12, 23, // other: known goods, hidden cards, hand, herd; lead of herds
  ...six(11), 9, 41, // unseen goods, unseen camels, stock
  ...three(8), ...three(8), // bonus piles, bonus tokens of the other
  81, 81, // lead in rupees, without and with the camel token
  ...six(8), 8, 4, // own known goods, own hand, empty piles
  ...six(20), ...six(20), // what a sale would bring: own, other
  6, 2, 2, 13, // cards owed, who can close, exchanges in a row
];
export const SLOTS = SIZES.length;
export const ROWS = SIZES.reduce((total, size) => total + size, 0);

let next = 0;
/** Where the rows of each slot start. */
export const STARTS: readonly number[] = SIZES.map((size) => (next += size) - size);
