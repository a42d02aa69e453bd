import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  consumeAllowance,
  limitReachabilityText,
  limitText,
  NO_USAGE,
  type Allowance,
  type KnownRecipient,
} from './allowance.ts';

const confirmed: Allowance = { channel: 'email', messages: 3, recipients: null, own: null };
const unconfirmed: Allowance = { ...confirmed, recipients: 2, own: { messages: 2, recipients: 1 } };
const stranger = (): KnownRecipient => ({ countedAs: null, isReached: false });

test('a held message does not count; a message that an administrator releases always counts', () => {
  const usage = { ...NO_USAGE, messages: 3 };
  const recipient = stranger();
  expect(consumeAllowance(confirmed, usage, { isOwn: false, isEmergency: true, recipient })?.code).toBe(
    'limit-messages',
  );
  expect([usage.messages, recipient.countedAs]).toEqual([3, null]);
  expect(
    consumeAllowance(confirmed, usage, { isOwn: false, isEmergency: false, isForced: true, recipient }),
  ).toBeNull();
  expect([usage.messages, recipient.countedAs]).toEqual([4, 'external']);
});

test('an unconfirmed account has a limited number of own recipients; further ones count as external', () => {
  const usage = { ...NO_USAGE };
  const send = (recipient: KnownRecipient) =>
    consumeAllowance(unconfirmed, usage, { isOwn: true, isEmergency: false, recipient })?.code ?? 'sent';
  const [first, second] = [stranger(), stranger()];
  expect([send(first), send(second), send(first), send(first)]).toEqual([
    'sent',
    'sent',
    'sent',
    'unconfirmed-own-messages',
  ]);
  expect(usage).toEqual({ messages: 1, recipients: 1, ownMessages: 2, ownRecipients: 1 });
  expect(second.countedAs).toBe('external');
});

test('a recipient that counted as external today does not count as own later', () => {
  const recipient: KnownRecipient = { countedAs: 'external', isReached: false };
  const usage = { ...NO_USAGE, messages: 1, recipients: 1 };
  expect(consumeAllowance(unconfirmed, usage, { isOwn: true, isEmergency: false, recipient })).toBeNull();
  expect(usage).toEqual({ messages: 2, recipients: 1, ownMessages: 0, ownRecipients: 0 });
});

test('an unconfirmed account reaches a limited number of external recipients', () => {
  const usage = { ...NO_USAGE, recipients: 2 };
  const sending = { isOwn: false, isEmergency: false, recipient: stranger() };
  expect(consumeAllowance(unconfirmed, usage, sending)).toEqual({
    channel: 'email',
    code: 'unconfirmed-recipients',
    limit: 2,
    heldFor: 'unconfirmed',
  });
});

test.each([
  ['confirmed', confirmed, 'limit'],
  ['unconfirmed', unconfirmed, 'unconfirmed'],
  ['unconfirmed with a limit that an administrator set', { ...unconfirmed, recipients: null }, 'limit'],
] as const)(
  'says for what a message above the limit of a %s account is held',
  (_account, allowance, heldFor) => {
    const recipient: KnownRecipient = { countedAs: 'external', isReached: false };
    const usage = { ...NO_USAGE, messages: 3, recipients: 1 };
    expect(consumeAllowance(allowance, usage, { isOwn: false, isEmergency: true, recipient })).toEqual({
      channel: 'email',
      code: 'limit-messages',
      limit: 3,
      heldFor,
    });
  },
);

test.each([
  [
    { code: 'limit-messages', limit: 0 },
    'This account can’t send SMS to external recipients. An administrator can raise the limit or release this message.',
    'This account can’t send SMS to external recipients. Further messages are held.',
  ],
  [
    { code: 'limit-messages', limit: 1 },
    'This account has reached its limit of 1 SMS a day to external recipients. An administrator can raise the limit or release this message.',
    'This account has reached its limit of 1 SMS a day to external recipients. Further messages are held.',
  ],
  [
    { code: 'unconfirmed-recipients', limit: 5 },
    'Until its email address is confirmed, this account can reach 5 different external phone numbers a day. This message is sent when the address is confirmed.',
    'Until its email address is confirmed, this account can reach 5 different external phone numbers a day. Further messages are held.',
  ],
  [
    { code: 'unconfirmed-own-messages', limit: 20 },
    'Until its email address is confirmed, this account can send 20 SMS a day to its own addresses. This message is sent when the address is confirmed.',
    'Until its email address is confirmed, this account can send 20 SMS a day to its own addresses. Further messages are held.',
  ],
] as const)('explains a message that is held because of $code', (reached, text, reachability) => {
  const limit = { ...reached, channel: 'sms' as const };
  expect(limitText(limit)).toBe(text);
  expect(limitReachabilityText(limit)).toBe(reachability);
});

test('no sequence of messages exceeds a limit; only emergencies to reached recipients and administrators may', () => {
  const sending = fc.record({
    to: fc.nat(5),
    isOwn: fc.boolean(),
    isEmergency: fc.boolean(),
    isForced: fc.constant(false),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(confirmed, unconfirmed),
      fc.array(sending, { maxLength: 40 }),
      (allowance, all) => {
        const usage = { ...NO_USAGE };
        const known = Array.from({ length: 6 }, stranger);
        for (const { to, ...one } of all) {
          const recipient = known[to] ?? expect.fail('there are six recipients');
          const before = { ...usage };
          const reachedLimit = consumeAllowance(allowance, usage, { ...one, recipient });
          if (reachedLimit) expect(usage).toEqual(before);
        }
        expect(usage.messages).toBeLessThanOrEqual(allowance.messages);
        expect(usage.recipients).toBeLessThanOrEqual(allowance.recipients ?? Infinity);
        expect(usage.ownMessages).toBeLessThanOrEqual(allowance.own?.messages ?? 0);
        expect(usage.ownRecipients).toBeLessThanOrEqual(allowance.own?.recipients ?? 0);
      },
    ),
  );
});
