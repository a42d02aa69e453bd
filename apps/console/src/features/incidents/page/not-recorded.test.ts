import { expect, test } from 'vitest';
import { CallError } from '../../../net/call-error.ts';
import { notRecordedText } from './not-recorded.ts';

test('only a rejection proves that nothing was recorded', () => {
  const rejected = new CallError('rejected', 409, [{ msg: 'This incident is closed.' }]);
  expect(notRecordedText('Your note', rejected)).toBe('Your note is not recorded. This incident is closed.');
  for (const lost of [
    new CallError('unreachable', 0, []),
    new CallError('server', 502, []),
    new Error('odd'),
  ])
    expect(notRecordedText('Your note', lost)).toMatch(
      /^Your note may not be recorded\. Failed to perform Action\./,
    );
});
