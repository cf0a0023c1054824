import { expect, it } from 'vitest';
import { strokeOf } from './keyboard';

const press = (key: string, more = {}) =>
  strokeOf({ key, code: '', repeat: false, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

it('names what each key does', () => {
  expect(press('3')).toEqual({ to: 'market', index: 2 });
  expect(press('u')).toEqual({ to: 'hand', index: 6 });
  expect(press('h')).toEqual({ to: 'herd', by: 1 });
  expect(press('H', { shiftKey: true })).toEqual({ to: 'herd', by: -1 });
  expect(press('Enter')).toEqual({ to: 'act' });
  expect(press('Escape')).toEqual({ to: 'clear' });
  expect(press('?', { shiftKey: true })).toEqual({ to: 'help' });
  expect(press('z')).toEqual({ to: 'calm' });
  expect(press('x')).toBeNull();
});

it('finds the market by the place of the digits where they are not printed', () => {
  expect(press('é', { code: 'Digit2' })).toEqual({ to: 'market', index: 1 });
  expect(press('"', { code: 'Digit2', shiftKey: true })).toBeNull();
  expect(press('?', { code: 'Comma', shiftKey: true })).toEqual({ to: 'help' });
});

it('hears a held key once', () => {
  expect(press('Enter', { repeat: true })).toBeNull();
  expect(press('1', { repeat: true })).toBeNull();
});

it('leaves the browser its own shortcuts', () => {
  expect(press('r', { ctrlKey: true })).toBeNull();
  expect(press('1', { altKey: true })).toBeNull();
});
