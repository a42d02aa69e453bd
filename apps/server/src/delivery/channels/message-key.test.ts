import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageKey, type MessageIdentity } from './message-key.ts';

const MESSAGE: MessageIdentity = {
  kind: 'button',
  submissionId: 7,
  createdAt: '2026-11-27T21:00:00.000Z',
  channel: 'email',
  role: 'team',
  address: 'boss@work.example',
};

test('the key of a message is always the same, and each part of its identity changes it', () => {
  expect(messageKey({ ...MESSAGE })).toBe(messageKey(MESSAGE));
  const others: MessageIdentity[] = [
    { ...MESSAGE, kind: 'form' },
    { ...MESSAGE, submissionId: 8 },
    { ...MESSAGE, createdAt: '2026-11-27T21:00:00.001Z' },
    { ...MESSAGE, channel: 'sms' },
    { ...MESSAGE, role: 'user' },
    { ...MESSAGE, address: 'Boss@work.example' },
    { ...MESSAGE, step: 0 },
    { ...MESSAGE, step: 1 },
  ];
  const keys = [MESSAGE, ...others].map(messageKey);
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{40}$/);
});

test('a later message has a larger key', () => {
  const time = fc.date({ min: new Date('2000-01-01'), max: new Date('9999-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(time, time, fc.nat(), fc.nat(), (one, two, id, otherId) => {
      fc.pre(one.getTime() !== two.getTime());
      const keyAt = (at: Date, submissionId: number) =>
        messageKey({ ...MESSAGE, createdAt: at.toISOString(), submissionId });
      expect(keyAt(one, id) < keyAt(two, otherId)).toBe(one < two);
    }),
  );
});
