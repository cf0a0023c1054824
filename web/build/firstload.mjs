/**
 * Puts what the game needs at once into two files instead of fifty: over a slow line every file costs a round trip.
 *
 * `base` is what the game and the score keeper both begin with, `app` is the rest of what the game begins with. What is
 * fetched later stays in files of its own.
 */
const STARTS = { game: '/src/main.ts', score: '/src/score/main.ts' };

const TEXTS = /[\\/]locale[\\/](\w+)[\\/](?:web|players|online|table|offline)\.json/;

/** Every module that is imported from this one without waiting, itself included. */
function closure(graph, start) {
  const found = new Set([start]);
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

/** Returns a plugin that looks at the modules, and the groups that follow from what it saw. */
export function firstLoad() {
  let game = new Set();
  let score = new Set();
  const plugin = {
    name: 'saudagar-first-load',
    buildEnd() {
      const ids = [...this.getModuleIds()];
      const from = (end) => closure(this, ids.find((id) => id.endsWith(end)));
      [game, score] = [from(STARTS.game), from(STARTS.score)];
    },
  };
  const groups = [
    // A language's texts of the game in one file; those that the score keeper begins with too stay by themselves.
    { name: (id) => `texts-${TEXTS.exec(id)[1]}`, priority: 3, test: TEXTS },
    { name: 'base', priority: 2, test: (id) => game.has(id) && score.has(id) },
    { name: 'app', priority: 1, test: (id) => game.has(id) && !id.endsWith(STARTS.game) },
  ];
  return { plugin, groups };
}
