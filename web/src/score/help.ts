/** The chapters of the help and their items; texts: `help.<chapter>.<item>` and `….text` in score-help.json. */
export interface Chapter {
  readonly id: string;
  readonly kind: 'list' | 'turn' | 'faq';
  readonly items: readonly string[];
}

export const CHAPTERS: readonly Chapter[] = [
  { id: 'summary', kind: 'list', items: ['goal', 'turn', 'hand', 'end', 'match'] },
  { id: 'setup', kind: 'list', items: ['camels', 'shuffle', 'market', 'herds', 'tokens', 'bonuses', 'camel_token', 'seals', 'first'] },
  { id: 'turn', kind: 'turn', items: ['take', 'camels', 'exchange', 'sell'] },
  { id: 'end', kind: 'list', items: ['when', 'camel', 'count', 'tie', 'next'] },
  {
    id: 'faq',
    kind: 'faq',
    items: [
      'single_camel', 'same_kind', 'mixed', 'give_camels', 'full_camels', 'full_exchange', 'one_for_one', 'one_cloth',
      'precious', 'three_myth', 'part', 'short_pile', 'gone_pile', 'bonus_by', 'empty_bonus', 'more_than_five',
      'sell_camels', 'empty_deck', 'ends_turn', 'pass', 'discard', 'cards_left', 'tie', 'full_tie', 'camel_tie',
      'no_hand', 'five_camels', 'look', 'bonus_secret', 'stall', 'who_starts',
    ],
  },
  { id: 'variants', kind: 'list', items: ['single', 'marathon', 'non_starter', 'open', 'set'] },
];
