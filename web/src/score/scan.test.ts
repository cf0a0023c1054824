import { expect, test } from 'vitest';
import { codeIn } from './scan';

const code = 'aZ09_-'.repeat(10);

test.each([
  [code, code],
  [` ${code}\n`, code],
  [`http://127.0.0.1:8000/score/#/i/${code}`, code],
  [`https://play.example.org/score/#i/${code}`, code],
])('a code is found in %s', (text, found) => expect(codeIn(text)).toBe(found));

test.each(['', 'hello', 'https://example.org/', `https://example.org/#/m/${code}`, `javascript:alert(1)//${code}`, `${code}"><script>`])(
  'no code is found in %s',
  (text) => expect(codeIn(text)).toBeNull(),
);
