/** Writes the weights for the browser, if they are not there yet. `sizes`: how many values each slot has. */
export function exportWeights(source: string, target: string, sizes: readonly number[]): { sha256: string; bytes: number };
