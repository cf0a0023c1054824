import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sentence, type Texts } from '../text/messages';
import { propose } from './propose';
import { readAction } from './action';
import { readPosition, standing, viewerOf, type Frame } from './position';
import type { Reason } from './reason';
import { STANDARD } from './standard';
import { whyNot, type Limits, type Seat } from './whyNot';

/** The data every implementation is held to (conformance/README.md); without it these tests fail. */
const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')) as T;

type Rules = Limits & Frame;
interface Case {
  id: string;
  position: string;
  action: string;
  reason: Reason | null;
  ruleset?: string;
  changes?: Partial<Rules>;
  seat?: Seat;
}

const { rulesets } = read<{ rulesets: (Rules & { name: string })[] }>('conformance/rulesets.json');

function rulesOf({ ruleset = 'standard', changes }: Case): Rules {
  const found = rulesets.find((rules) => rules.name === ruleset);
  if (!found) throw new Error(`no ruleset ${ruleset}`);
  return { ...found, ...changes };
}

/** The reason why an action's text is not allowed there; text that is no action is a wish, judged by `propose`. */
function judge(each: Case): Reason | null {
  if (!readAction(each.action)) {
    const side = (sign: string) => new RegExp(`\\${sign}([A-Z]+)`).exec(each.action)?.[1] ?? '';
    return propose(side('+'), side('-')).reason;
  }
  const rules = rulesOf(each);
  const position = readPosition(each.position);
  const viewer = each.seat ?? viewerOf(position);
  // A spectator is never the one to move.
  const seat = viewer !== '*' ? viewer : position.turn === 'a' ? 'b' : 'a';
  return whyNot(each.action, standing(position, seat, rules), seat, rules);
}

it('tells the rules with the numbers of the standard game', () => {
  expect(rulesets.find(({ name }) => name === 'standard')).toMatchObject(STANDARD);
});

describe.each(['positions', 'variants'])('conformance/%s.json', (name) => {
  const cases = read<Case[]>(`conformance/${name}.json`);

  it('has cases, each with its own name', () => {
    expect(cases.length).toBeGreaterThan(name === 'positions' ? 80 : 5);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  });

  it.each(cases.map((each) => [each.id, each] as const))('%s', (_, each) => {
    expect(judge(each)).toBe(each.reason);
  });
});

describe('conformance/messages.json', () => {
  interface Told {
    language: string;
    you: Seat | null;
    key: string;
    params: Record<string, unknown>;
    text: string;
  }
  const { names, cases } = read<{ names: Record<Seat, string>; cases: Told[] }>('conformance/messages.json');
  const languages = ['en', 'fr', 'es', 'hu'];
  const tables = Object.fromEntries(
    languages.map((lang) => [lang, read<Record<string, string>>(`src/saudagar/locale/${lang}/game.json`)]),
  );

  it('speaks all four languages', () => {
    expect([...new Set(cases.map(({ language }) => language))].sort()).toEqual([...languages].sort());
  });

  it.each(languages)('is told the same here in %s', (lang) => {
    const texts: Texts = { lang, table: tables[lang]!, fallback: tables['en']! };
    const told = cases.filter(({ language }) => language === lang);
    const here = told.map(({ key, params, you }) => sentence(texts, { key, params }, { names, you }));
    expect(here).toEqual(told.map(({ text }) => text));
  });
});
