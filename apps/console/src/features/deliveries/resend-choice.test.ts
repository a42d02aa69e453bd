import { expect, test } from 'vitest';
import { missingNote, resendChoice, resendNote, shortResendNote, unsendableNote } from './resend-choice.ts';

const message = { not_resendable: null, purged_at: null } as const;
const unconfigured = { ...message, not_resendable: 'SMS is not configured on this server.' };
const deleted = {
  ...message,
  not_resendable: 'Its text was deleted because of its age, so it can’t be resent.',
  purged_at: '2026-11-21T08:00:00.000Z',
};

test('a failed message is sent again, a held one is released, others need neither', () => {
  expect(resendChoice({ ...message, state: 'failed' })).toBe('resend');
  expect(resendChoice({ ...message, state: 'held' })).toBe('release');
  for (const state of ['pending', 'sending', 'sent', 'skipped'] as const)
    expect(resendChoice({ ...message, state })).toBeNull();
});

test.each(['failed', 'held'] as const)('a %s message that cannot be sent offers nothing', (state) => {
  for (const blocked of [unconfigured, deleted]) expect(resendChoice({ ...blocked, state })).toBeNull();
});

test('says what a held message waits for, and why a message cannot be sent', () => {
  expect(resendNote({ ...message, state: 'failed' })).toBeNull();
  expect(resendNote({ ...message, state: 'held' })).toBe('The message is not sent until you release it.');
  expect(resendNote({ ...unconfigured, state: 'held' })).toBe(
    'You can release the message once this is configured.',
  );
  expect(resendNote({ ...unconfigured, state: 'failed' })).toBe(
    'SMS is not configured on this server. You can resend the message once this is configured.',
  );
  expect(resendNote({ ...deleted, state: 'failed' })).toBe(deleted.not_resendable);
  expect(shortResendNote(message)).toBeNull();
  expect(shortResendNote(unconfigured)).toBe('Not configured');
  expect(shortResendNote(deleted)).toBe('Text deleted');
});

test('a failed message that cannot be sent again says why in its row; a held one does below its state', () => {
  expect(unsendableNote({ ...message, state: 'failed' })).toBeNull();
  expect(unsendableNote({ ...unconfigured, state: 'held' })).toBeNull();
  expect(unsendableNote({ ...unconfigured, state: 'failed' })).toEqual({
    note: 'Can’t resend: not configured',
    title: 'SMS is not configured on this server. You can resend the message once this is configured.',
  });
  expect(unsendableNote({ ...deleted, state: 'failed' })).toEqual({
    note: 'Can’t resend: text deleted',
    title: deleted.not_resendable,
  });
});

test('of several messages, the note counts those that cannot be sent, with each reason once', () => {
  const held = { ...message, state: 'held' } as const;
  const blocked = { ...unconfigured, state: 'held' } as const;
  const failed = { ...deleted, state: 'failed' } as const;
  expect(missingNote([held, { ...message, state: 'sent' }], 'release')).toBeNull();
  expect(missingNote([blocked, blocked], 'release')).toBe(
    'Can’t release: SMS is not configured on this server.',
  );
  expect(missingNote([held, blocked, blocked, failed], 'release')).toBe(
    'Can’t release 2 of 3: SMS is not configured on this server.',
  );
  expect(missingNote([held, failed], 'resend')).toBe(`Can’t resend: ${deleted.not_resendable}`);
});
