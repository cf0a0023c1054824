/** The hash of the network's numbers, put here by vite.config.ts. */
declare const __WEIGHTS_SHA256__: string;
