import { expect, test, vi } from 'vitest';
import { cannotReleaseNote, countReleasable } from './release-action.tsx';

vi.mock('../../../net/current-page-config.ts', () => ({ pageConfig: { unconfigured: ['sms', 'voice'] } }));

const record = (held_by_channel: object) => {
  const messages = { failed: 0, held: 0, pending: 0, sent: 0, delivered: 0, held_by_channel };
  return { messages };
};

test('only messages of configured channels can be released', () => {
  expect(countReleasable(record({ email: 2, sms: 3 }))).toBe(2);
  expect(countReleasable(record({ sms: 3 }))).toBe(0);
});

test('the note counts the messages of channels that can’t send', () => {
  expect(cannotReleaseNote([record({ email: 2 }), record({})])).toBeNull();
  expect(cannotReleaseNote([record({ sms: 1 })])).toBe(
    'Can’t release the held message: not configured on this server.',
  );
  expect(cannotReleaseNote([record({ email: 2, sms: 3 }), record({ sms: 1 })])).toBe(
    'Can’t release 4 of 6 held messages: not configured on this server.',
  );
});
