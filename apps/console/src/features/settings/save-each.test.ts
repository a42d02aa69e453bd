import { expect, test } from 'vitest';
import { CallError } from '../../lib/call-error.ts';
import { saveEach } from './save-each.ts';

const refusal = new CallError('refused', 400, [
  { msg: '{{X}} is not a variable.', field: 'data.setting_value' },
]);
const silence = new CallError('unreachable', 0, []);

test('every value goes by its own call', async () => {
  const calls: string[][] = [];
  const outcome = await saveEach({ a: '1', b: '2' }, async (key, value) => {
    calls.push([key, value]);
  });
  expect(calls).toEqual([
    ['a', '1'],
    ['b', '2'],
  ]);
  expect(outcome).toEqual({ saved: { a: '1', b: '2' }, refused: {}, unreachable: false });
});

test('one refusal does not keep the others from being saved, and keeps its reason', async () => {
  const outcome = await saveEach({ a: '{{X}}', b: '2' }, async (key) => {
    if (key === 'a') throw refusal;
  });
  expect(outcome).toEqual({
    saved: { b: '2' },
    refused: { a: ['{{X}} is not a variable.'] },
    unreachable: false,
  });
});

test('when nothing is answered, it says so', async () => {
  const outcome = await saveEach({ a: '1', b: '2' }, () => Promise.reject(silence));
  expect(outcome.unreachable).toBe(true);
  expect(Object.keys(outcome.refused)).toEqual(['a', 'b']);
});
