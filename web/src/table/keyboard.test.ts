import { expect, it } from 'vitest';
import { strokeOf } from './keyboard';

const press = (key: string, more = {}) =>
  strokeOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

it('names what each key does', () => {
  expect(press('3')).toEqual({ to: 'market', index: 2 });
  expect(press('u')).toEqual({ to: 'hand', index: 6 });
  expect(press('h')).toEqual({ to: 'herd', by: 1 });
  expect(press('H', { shiftKey: true })).toEqual({ to: 'herd', by: -1 });
  expect(press('Enter')).toEqual({ to: 'act' });
  expect(press('Escape')).toEqual({ to: 'clear' });
  expect(press('?', { shiftKey: true })).toEqual({ to: 'help' });
  expect(press('x')).toBeNull();
});

it('leaves the browser its own shortcuts', () => {
  expect(press('r', { ctrlKey: true })).toBeNull();
  expect(press('1', { altKey: true })).toBeNull();
});
