#!/usr/bin/env node
// node web/verify/verify.mjs FILE.json: checks the deals that `saudagar verify FILE.tgn --export FILE.json` wrote.
// Ends with 0 if everything is proved, 1 if not, 2 if it was called wrongly.

import { readFileSync } from 'node:fs';
import { verify } from './jd1.mjs';

const [file, ...more] = process.argv.slice(2);
if (!file || more.length) {
  console.error('node verify.mjs FILE.json');
  process.exit(2);
}
try {
  const found = await verify(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file)));
  for (const { round, proof, attempts, problem } of found.rounds) {
    const told = problem ? `NOT as promised: ${problem}` : proof ? `proved (attempt ${attempts})` : 'no proof';
    console.log(`Round ${round}: ${told}`);
  }
  process.exitCode = found.proved ? 0 : 1;
} catch (wrong) {
  console.error(`Not proved: ${wrong instanceof Error ? wrong.message : wrong}`);
  process.exitCode = 1;
}
