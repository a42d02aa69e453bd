import { expect, test } from 'vitest';
import { CallError } from '../../net/call-error.ts';
import { saveEach } from './save-each.ts';

const rejection = new CallError('rejected', 400, [
  { msg: '{{X}} is not a variable.', field: 'data.setting_value' },
]);
const silence = new CallError('unreachable', 0, []);
const row = (setting_key: string, setting_value: string) => ({
  id: 1,
  setting_key,
  setting_value,
  updated_at: '2026-11-21T09:14:07.000Z',
});

test('every value is saved by its own call', async () => {
  const calls: string[][] = [];
  const outcome = await saveEach({ a: '1', b: '2' }, async (key, value) => {
    calls.push([key, value]);
    return { saved: row(key, value) };
  });
  expect(calls).toEqual([
    ['a', '1'],
    ['b', '2'],
  ]);
  expect(outcome).toEqual({
    saved: { a: row('a', '1'), b: row('b', '2') },
    theirs: {},
    rejected: {},
    unreachable: false,
  });
});

test('one rejection does not prevent the others from being saved, and keeps its reason', async () => {
  const outcome = await saveEach({ a: '{{X}}', b: '2' }, async (key, value) => {
    if (key === 'a') throw rejection;
    return { saved: row(key, value) };
  });
  expect(outcome).toEqual({
    saved: { b: row('b', '2') },
    theirs: {},
    rejected: { a: ['{{X}} is not a variable.'] },
    unreachable: false,
  });
});

test('values that someone else changed are returned separately', async () => {
  const outcome = await saveEach({ a: '1' }, async (key) => ({ theirs: row(key, '3') }));
  expect(outcome).toEqual({ saved: {}, theirs: { a: row('a', '3') }, rejected: {}, unreachable: false });
});

test('reports when no call had a response', async () => {
  const outcome = await saveEach({ a: '1', b: '2' }, () => Promise.reject(silence));
  expect(outcome.unreachable).toBe(true);
  expect(Object.keys(outcome.rejected)).toEqual(['a', 'b']);
});
