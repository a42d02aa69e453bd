import { expect, test } from 'vitest';
import { formatFailure, runnerOutcome, NOTHING_RAN } from './outcome.ts';

test('reports a failure for a runner that ran no test, or that exited with an error after all tests passed', () => {
  expect(runnerOutcome(NOTHING_RAN, 0)).toEqual({
    passed: 0,
    failed: 1,
    failures: ['The runner ended with 0, and no test ran'],
  });
  expect(runnerOutcome({ passed: 3, failed: 0, failures: [] }, 1)).toEqual({
    passed: 3,
    failed: 1,
    failures: ['The runner ended with 1, and all tests passed'],
  });
  const named = { passed: 3, failed: 1, failures: ['a.test.ts › adds'] };
  expect([runnerOutcome(named, 1), runnerOutcome({ passed: 3, failed: 0, failures: [] }, 0)]).toEqual([
    named,
    { passed: 3, failed: 0, failures: [] },
  ]);
});

test('shows the first lines of a failure, without colors and without stack frames of dependencies', () => {
  const output = [
    '\u001b[31mexpected 1 to be 2\u001b[39m',
    '    at /callpoint/a.test.ts:3:5',
    '    at run (/callpoint/node_modules/vitest/run.js:1:1)',
    ...Array.from({ length: 20 }, (_, line) => `line ${line}`),
  ];
  const lines = formatFailure('a.test.ts › adds', [output.join('\n')]).split('\n');
  expect(lines.slice(0, 4)).toEqual([
    'a.test.ts › adds',
    '    expected 1 to be 2',
    '        at /callpoint/a.test.ts:3:5',
    '    line 0',
  ]);
  expect(lines).toHaveLength(13);
});
