import { FAULTS } from '@callpoint/contract/faults';
import { expect, test } from 'vitest';
import { faultOf, providerWords, summaryOf } from './what-became.ts';

const { means } = FAULTS['mailbox-unknown'];

test('a known fault has its meaning and advice; an unknown one, and none, have nothing', () => {
  expect(faultOf({ fault: 'mailbox-unknown' })).toBe(FAULTS['mailbox-unknown']);
  expect(faultOf({ fault: 'no-such-fault' })).toBeNull();
  expect(faultOf({ fault: 'toString' })).toBeNull();
  expect(faultOf({ fault: null })).toBeNull();
});

test.each([
  [{ fault: 'mailbox-unknown', detail: `${means} It said: 550 5.1.1 No` }, '550 5.1.1 No'],
  [{ fault: 'mailbox-unknown', detail: `${means} (connect ECONNREFUSED)` }, 'connect ECONNREFUSED'],
  [{ fault: 'mailbox-unknown', detail: means }, null],
  [{ fault: null, detail: '250 2.0.0 Ok' }, '250 2.0.0 Ok'],
  [{ fault: null, detail: '' }, null],
])('what the provider said of %j', (attempt, said) => {
  expect(providerWords(attempt)).toBe(said);
});

test('a summary counts each state and leaves out what there is none of', () => {
  const of = (...states: Parameters<typeof summaryOf>[0][number]['state'][]) =>
    summaryOf(states.map((state) => ({ state })));
  expect(of()).toBe('');
  expect(of('sent', 'sent', 'failed')).toBe('2 messages sent · 1 message failed');
  expect(of('skipped', 'sending', 'pending', 'held')).toBe(
    '2 messages on the way · 1 message held · 1 message skipped',
  );
});
