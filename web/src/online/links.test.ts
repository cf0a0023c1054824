import { describe, expect, it } from 'vitest';
import { encode } from 'uqr';
import { linkTo, onlyHere } from './links';

describe('a link', () => {
  it('keeps its secret behind the # and leads to this page', () => {
    const link = new URL(linkTo('i', 'abc-_', 'https://play.example/?x=1#/m/k3'));
    expect(link.href).toBe('https://play.example/#/i/abc-_');
    expect(link.pathname + link.search).not.toContain('abc');
  });

  it('says when nobody else can follow it', () => {
    expect(['localhost', '127.0.0.1', '[::1]', 'a.localhost'].every((host) => onlyHere(host))).toBe(true);
    expect(['192.168.1.4', 'play.example', '128.0.0.1', 'localhost.example'].some((host) => onlyHere(host))).toBe(false);
  });

  it('fits into a code that a phone can scan: at most 41 modules and a quiet border of four', () => {
    const { size, data } = encode(linkTo('i', 'A'.repeat(43), 'http://192.168.178.24:8000/'), { ecc: 'M', border: 4 });
    expect(size).toBeLessThanOrEqual(41 + 8);
    expect([0, 1, 2, 3].every((y) => data[y]!.every((dark) => !dark))).toBe(true);
    // The three finders: a dark corner with a light ring inside.
    for (const [x, y] of [[4, 4], [size - 5, 4], [4, size - 5]] as const) expect(data[y]![x]).toBe(true);
  });
});
