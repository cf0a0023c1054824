/** The deal of protocol JD1, checked independently: see jd1.mjs. */
export interface Rules {
  deck: string;
  piles: [number, number[]][];
  hand: number;
  camels: number;
  market: number;
}
export interface Order {
  deck: string[];
  piles: [number, number[]][];
  first: string;
}
export interface Leaf {
  place: number;
  thing: string;
  salt: string;
  path: string[];
  count: number;
}
export interface Found {
  proved: boolean;
  rounds: { round: number; proof: boolean; attempts: number; problem: string }[];
}
export const RULES: Record<'standard-12eb2002' | 'six-each-ba2d0fb1' | 'mini-fc774f90', Rules>;
export function hash(tag: string, ...parts: Uint8Array[]): Promise<Uint8Array>;
export function mac(key: Uint8Array, tag: string, ...parts: Uint8Array[]): Promise<Uint8Array>;
export function canonical(value: unknown): string;
export function clientCommitment(terms: string, server: string, seat: number, nonce: string | undefined): Promise<string>;
export function deal(key: Uint8Array, rules: Rules): Promise<Order>;
export function rootOf(key: Uint8Array, order: Order): Promise<string>;
export function checkLeaf(leaf: Leaf, root: string): Promise<boolean>;
export function verify(text: string): Promise<Found>;
