/** The hash of the network's numbers, put here by vite.config.ts. */
declare const __WEIGHTS_SHA256__: string;
/** The same of the network as it was early in its training. */
declare const __EARLY_SHA256__: string;
