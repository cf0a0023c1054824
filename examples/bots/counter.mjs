#!/usr/bin/env node
// A bot in JavaScript, without any package: it counts what sets in its hand are still worth, and races for tokens.
import { createInterface } from "node:readline";

const TOKENS = {
  D: [7, 7, 5, 5, 5],
  G: [6, 6, 5, 5, 5],
  S: [5, 5, 5, 5, 5],
  C: [5, 3, 3, 2, 2, 1, 1],
  P: [5, 3, 3, 2, 2, 1, 1],
  L: [4, 3, 2, 1, 1, 1, 1, 1, 1],
};
const GOODS = [..."DGSCPL"];
const BONUS = [0, 0, 0, 2, 5, 9, 9, 9];

/** What a position line tells the seat that reads it: its hand, the cards sold, the seat whose turn it is. */
function read(position) {
  const fields = position.split(" ");
  const hands = fields[2].split("|");
  const sold = Object.fromEntries(fields[4].split(".").map((count, at) => [GOODS[at], Number(count)]));
  const hand = (fields[7] === "a" ? hands[0] : hands[1]).replace(/[.?-]/g, "");
  return { hand, sold };
}

/** Rupees for selling so many of a good when some have been sold already. */
function sale(good, count, sold) {
  const tokens = TOKENS[good].slice(sold, sold + count);
  return tokens.reduce((sum, value) => sum + value, 0) + BONUS[count];
}

/** What a hand promises: a set of its size sold now, at a discount for the turns that it still takes. */
function promise(hand, sold) {
  let sum = 0;
  for (const good of GOODS) {
    const count = [...hand].filter((card) => card === good).length;
    const least = "DGS".includes(good) ? 2 : 1;
    const ready = count >= least ? 0.8 : 0.45;
    sum += ready * sale(good, count, sold[good]);
  }
  return sum - 0.4 * hand.length;
}

function value(action, { hand, sold }) {
  if (action[0] === "-") {
    const good = action[1];
    const count = action.length - 1;
    const after = { ...sold, [good]: sold[good] + count };
    return sale(good, count, sold[good]) + promise(without(hand, action.slice(1)), after);
  }
  const [coming, going = ""] = action.slice(1).split("-");
  const camels = action === "+K" ? 1.2 : -0.6 * [...going].filter((card) => card === "K").length;
  return promise(without(hand, going) + coming.replaceAll("K", ""), sold) + camels - 0.3 * going.length;
}

function without(hand, cards) {
  return [...cards].reduce((left, card) => left.replace(card, ""), hand);
}

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

createInterface({ input: process.stdin }).on("line", (line) => {
  const said = JSON.parse(line);
  if (said.type === "hello") {
    say({ type: "hello", protocol: 1, name: "counter", version: "1", rulesets: ["standard"] });
  } else if (said.type === "go") {
    const known = read(said.position);
    const ranking = said.legal.map((action) => [action, value(action, known)]).sort((one, two) => two[1] - one[1]);
    say({ type: "info", id: said.id, ranking: ranking.slice(0, 5) });
    say({ type: "action", id: said.id, action: ranking[0][0] });
  } else if (said.type === "quit") {
    process.exit(0);
  }
});
