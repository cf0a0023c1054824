import type { Below } from './world';

/** Numbers that a seed tells: sfc32, which is small and passes the usual tests. */
export function seeded(seed: number): Below {
  let [a, b, c, counter] = [0x9e3779b9, 0x243f6a88, seed | 0, 1];
  const next = () => {
    const found = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + found) | 0;
    return found >>> 0;
  };
  for (let n = 0; n < 12; n += 1) next();
  return (n) => below(n, next);
}

/** Numbers of the system, which nobody can foresee. */
export const unforeseen: Below = (n) => below(n, () => crypto.getRandomValues(new Uint32Array(1))[0]!);

/** A number below n out of 32 random bits, each equally likely: what is left over is thrown away. */
function below(n: number, next: () => number): number {
  const fair = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const found = next();
    if (found < fair) return found % n;
  }
}
