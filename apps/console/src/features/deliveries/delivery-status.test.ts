import { FAULTS, finalAdvice } from '@callpoint/contract/faults';
import { expect, test } from 'vitest';
import { deletedText, faultOf, providerText, summaryOf, whyOf } from './delivery-status.ts';

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
  expect(providerText(attempt)).toBe(said);
});

test('a summary counts each state and leaves out what there is none of', () => {
  const of = (...states: Parameters<typeof summaryOf>[0][number]['state'][]) =>
    summaryOf(states.map((state) => ({ state, purpose: null })));
  expect(of()).toBe('');
  expect(of('sent', 'sent', 'failed')).toBe('2 messages sent · 1 message failed');
  expect(of('skipped', 'sending', 'pending', 'held')).toBe(
    '2 messages on the way · 1 message held · 1 message skipped',
  );
});

test('the advice is that of the last attempt while it is tried again, and never speaks of another try after', () => {
  const busy = FAULTS['mail-busy'];
  const attempts = [{ fault: 'mail-busy' }];
  const said = `${busy.means} It said: 421`;
  expect(whyOf({ state: 'pending', reason: said, attempts })).toEqual({
    reason: busy.means,
    advice: busy.advice,
  });
  const final = [
    whyOf({ state: 'failed', reason: `Given up after 24 hours. ${said}`, attempts }),
    whyOf({ state: 'failed', reason: said, attempts }),
  ];
  expect(final[0]?.reason).toBe(`Given up after 24 hours. ${busy.means}`);
  for (const why of final) expect(why?.advice).toMatch(/^It is not tried again by itself\./);
  expect(Object.values(FAULTS).filter((fault) => / is tried again/.test(finalAdvice(fault)))).toEqual([]);
});

test('a message that stands for another reason than its last attempt has that reason alone', () => {
  const attempts = [{ fault: 'mail-busy' }];
  const reason = 'E-mail is not configured on this server.';
  expect(whyOf({ state: 'held', reason, attempts })).toEqual({ reason, advice: '' });
  expect(whyOf({ state: 'pending', reason: null, attempts })).toBeNull();
});

test('the own message of an alarm is none of those that were told', () => {
  expect(
    summaryOf([
      { state: 'sent', purpose: 'alarm' },
      { state: 'failed', purpose: null },
    ]),
  ).toBe('1 message failed');
});

test('a deleted text says how long it was kept', () => {
  const created_at = '2021-11-20T10:00:00.000Z';
  expect(deletedText({ created_at, purged_at: null })).toBeNull();
  expect(deletedText({ created_at, purged_at: '2026-11-21T10:00:00.000Z' })).toContain('after 5 years');
  expect(deletedText({ created_at, purged_at: '2021-12-20T10:00:00.000Z' })).toContain('after 30 days');
});
