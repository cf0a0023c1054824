import type { Plugin } from 'vite';

/** Writes the service worker at the end of a build. */
export function offline(source: string): Plugin;
