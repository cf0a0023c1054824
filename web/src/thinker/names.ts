/** The players of this device, weakest first, and how many samples each looks ahead with; null: it needs no network. */
export const PLAYERS: Readonly<Record<string, number | null>> = {
  'random-1': null,
  'greedy-1': null,
  'heuristic-1': null,
  'network-1': 0,
  // As strong on every device: some half a second on a laptop of 2026, two or three on a telephone.
  'lookout-1': 240,
};

export const STRONGEST = 'lookout-1';
