import { canonical } from './canonical';
import { bonusCount, goodsCount } from './count';
import { keyOf, oldestFirst } from './statistics';
import type { MatchTally } from './tally';

/** The game's number at BoardGameGeek. */
export const BGG_ID = 54043;
/** BG Stats documents this form in "Push plays to BG Stats from other apps or websites" (bgstatsapp.com). */
export const BGSTATS = 'https://app.bgstatsapp.com/createPlay.html?data=';

const COLUMNS =
  'match,date,name_a,name_b,seals_to_win,round,starter,total_a,total_b,bonus_tokens_a,bonus_tokens_b,' +
  'goods_tokens_a,goods_tokens_b,winner,decided_by,seal,seals_a,seals_b,seconds';

/** One line a round, oldest match first, as RFC 4180 has it; names cannot become formulas. */
export function toCsv(matches: readonly MatchTally[]): string {
  const lines = oldestFirst(matches).flatMap((match) =>
    match.rounds
      .filter((round) => !round.surplus)
      .map(({ number, starter, settled, entry, seal, seals }) =>
        [
          match.id, match.day, ...match.names, match.sealsToWin, number, starter, ...settled.totals,
          bonusCount(entry.a), bonusCount(entry.b), goodsCount(entry.a), goodsCount(entry.b),
          settled.winner, settled.decidedBy, seal, ...seals, entry.seconds,
        ]
          .map(cell)
          .join(','),
      ),
  );
  return [COLUMNS, ...lines].map((line) => `${line}\r\n`).join('');
}

function cell(value: string | number | null): string {
  let text = String(value ?? '');
  if (/^[=+\-@\t\r]/.test(text)) text = `'${text}`;
  return /[,"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A match as a play for BG Stats: a player's score is their seals, the rounds stand in the comment. */
export function toBgStats(match: MatchTally) {
  const rounds = match.rounds.filter((round) => !round.surplus);
  const starter = rounds[0]?.starter ?? match.first;
  return {
    sourceName: 'saudagar',
    sourcePlayId: match.id,
    playDate: match.began.slice(0, 19).replace('T', ' '),
    comments: rounds.map((round) => round.settled.totals.join(':')).join(', '),
    game: { name: 'Jaipur', sourceGameId: String(BGG_ID), bggId: BGG_ID, highestWins: true, noPoints: false },
    players: (['a', 'b'] as const).map((seat, i) => ({
      name: match.names[i]!,
      sourcePlayerId: keyOf(match.names[i]!),
      startPlayer: starter === seat,
      score: match.seals[i]!,
      rank: match.winner === seat || match.winner === null ? 1 : 2,
      winner: match.winner === seat,
    })),
    ...(match.seconds === null ? {} : { durationMin: Math.max(1, Math.floor((match.seconds + 30) / 60)) }),
  };
}

export const toBgStatsLink = (match: MatchTally): string => BGSTATS + encodeURIComponent(canonical(toBgStats(match)));
