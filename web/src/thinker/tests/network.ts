import { readFileSync } from 'node:fs';
import { readNetwork } from '../network';

/** The weights as the build has written them. */
export const packed = (name = 'network') => new Blob([readFileSync(new URL(`../weights/${name}.bin`, import.meta.url))]);
export const network = () => readNetwork(packed(), __WEIGHTS_SHA256__);
export const early = () => readNetwork(packed('early'), __EARLY_SHA256__);
