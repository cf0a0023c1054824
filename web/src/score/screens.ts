import type { Component } from 'svelte';

type Loaded = Promise<{ default: Component<Record<string, unknown>> }>;
const screen = (loaded: Promise<{ default: unknown }>) => loaded as Loaded;

/** Every screen but the first, loaded when it is shown, or soon after the start. */
export const SCREENS = {
  new: () => screen(import('./screens/NewMatch.svelte')),
  match: () => screen(import('./screens/MatchPage.svelte')),
  count: () => screen(import('./screens/CountPage.svelte')),
  history: () => screen(import('./screens/History.svelte')),
  help: () => screen(import('./screens/Help.svelte')),
  referee: () => screen(import('./screens/Referee.svelte')),
  data: () => screen(import('./screens/Data.svelte')),
  import: () => screen(import('./screens/Import.svelte')),
} as const;

/** Loads what scoring needs, so that the first tap does not wait for it. */
export const soon = (): void => {
  for (const name of ['new', 'match', 'count'] as const) void SCREENS[name]();
};
