import { readFileSync } from 'node:fs';
import { readNetwork } from '../network';

/** The weights as the build has written them. */
export const packed = () => new Blob([readFileSync(new URL('../weights/network.bin', import.meta.url))]);
export const network = () => readNetwork(packed(), __WEIGHTS_SHA256__);
