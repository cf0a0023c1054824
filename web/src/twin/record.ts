import { letters } from '../rules/bundle';
import { sealsOf, winnerOf } from './match';
import type { Table } from './table';

// TOML's basic strings are JSON's, but for the delete character.
const quoted = (text: string): string => JSON.stringify(text).replaceAll('\x7f', '\\u007f');
const list = (texts: readonly string[]): string => `[${texts.map(quoted).join(', ')}]`;

/** The match as a `.tgn` record; with `finishedOnly` a round that is still played is left out. */
export function recordOf(table: Table, day: string | null, finishedOnly = false): string {
  const { match, deals, rounds } = table;
  const { rules, seals, names } = table.terms;
  const won = sealsOf(match);
  const lines = [
    'tgn = 1',
    `ruleset = ${quoted(rules.id)}`,
    `seals = ${seals}`,
    `players = ${list([names.a, names.b])}`,
    ...(day ? [`date = ${day}`] : []),
    `result = ${quoted(`${winnerOf(match) ?? '*'} ${won.a}-${won.b}`)}`,
    ...(match.resigned ? [`resigned = ${quoted(match.resigned)}`] : []),
  ];
  deals.forEach(({ market, hands }, at) => {
    const end = rounds[at];
    if (!end && finishedOnly && table.phase === 'play') return;
    const entries = table.log.filter(({ round, kind, ply }) => round === at + 1 && kind === 'act' && !table.gone.has(ply));
    const moves = entries.map(({ seat, cause, chance, said }) => {
      // A slash with nothing behind it says that the stock had run out.
      const dry = said.some(({ key }) => key === 'event.not_refilled');
      return `  ${quoted(`${seat} ${cause}${chance !== null || dry ? `/${chance ?? ''}` : ''}`)},`;
    });
    lines.push('', '[[round]]', `first = ${quoted(end?.first ?? table.first)}`, `market = ${quoted(letters(market))}`);
    lines.push(`deal = ${list([letters(hands.a) || '-', letters(hands.b) || '-'])}`, 'moves = [', ...moves, ']');
    if (!end) return;
    const score = (['a', 'b'] as const).map((seat) => end.scores[seat]);
    lines.push(`end = ${quoted(end.ending)}`, `herds = [${end.herds.a}, ${end.herds.b}]`);
    lines.push(`score = ${list(score.map(({ goods, bonus, camel }) => `${goods}+${bonus}+${camel}`))}`);
  });
  return `${lines.join('\n')}\n`;
}
