import { adviceFor, FAULTS } from '@callpoint/contract/faults';
import { expect, test } from 'vitest';
import { attemptTexts, deletedText, summarizeStates, explainState } from './delivery-status.ts';

const { means } = FAULTS['mailbox-unknown'];

test.each([
  [
    { fault: 'mailbox-unknown', detail: `${means} Response: 550`, provider_text: '550' },
    { explanation: means, providerText: '550' },
  ],
  [
    { fault: 'mailbox-unknown', detail: means, provider_text: null },
    { explanation: means, providerText: null },
  ],
  [
    { fault: 'mailbox-unknown', detail: '', provider_text: null },
    { explanation: means, providerText: null },
  ],
  [
    { fault: 'no-such-fault', detail: 'Odd.', provider_text: null },
    { explanation: null, providerText: 'Odd.' },
  ],
  [
    { fault: 'toString', detail: 'Odd.', provider_text: null },
    { explanation: null, providerText: 'Odd.' },
  ],
  [
    { fault: null, detail: '250 2.0.0 Ok', provider_text: null },
    { explanation: null, providerText: '250 2.0.0 Ok' },
  ],
  [
    { fault: null, detail: '', provider_text: null },
    { explanation: null, providerText: null },
  ],
])('an attempt has a sentence and the provider’s text: %j', (attempt, texts) => {
  expect(attemptTexts(attempt)).toEqual(texts);
});

test('an attempt from before texts were stored separately keeps its one sentence', () => {
  const detail = `${means} Response: 550 5.1.1 No`;
  expect(attemptTexts({ fault: 'mailbox-unknown', detail, provider_text: null })).toEqual({
    explanation: detail,
    providerText: null,
  });
});

test('a summary counts each state and omits empty ones', () => {
  const of = (...states: Parameters<typeof summarizeStates>[0][number]['state'][]) =>
    summarizeStates(states.map((state) => ({ state, purpose: null })));
  expect(of()).toBe('');
  expect(of('sent', 'sent', 'failed')).toBe('2 messages sent · 1 message failed');
  expect(of('skipped', 'sending', 'pending', 'held')).toBe(
    '2 messages being sent · 1 message held · 1 message skipped',
  );
});

const NO_CODE = { reason_fault: null, given_up_after: null };

test('a message that is retried shows its fault’s advice, and a failed one no advice to wait', () => {
  const busy = FAULTS['mail-busy'];
  const attempts = [{ fault: 'mail-busy' }];
  const code = { reason_fault: 'mail-busy', given_up_after: null, attempts };
  const reason = `${busy.means} Response: 421`;
  expect(explainState({ state: 'pending', reason, ...code })).toEqual({
    reason: busy.means,
    advice: 'Nothing to do: Callpoint retries automatically.',
  });
  const final = [
    explainState({ state: 'failed', reason, ...code, given_up_after: 24 }),
    explainState({ state: 'failed', reason, ...code }),
  ];
  expect(final[0]?.reason).toBe(`Callpoint stopped trying after 24 hours. ${busy.means}`);
  for (const why of final)
    expect(why?.advice).toBe(
      'Callpoint does not retry. Contact the person another way, or resend the message.',
    );
  expect(Object.values(FAULTS).filter((fault) => / is tried again/.test(adviceFor(fault, false)))).toEqual(
    [],
  );
});

test('a message from before reasons were codes shows its sentence and the advice of its last attempt', () => {
  const reason = 'Given up after 24 hours. The mail server is busy or closing. Response: 421';
  const why = explainState({ state: 'failed', reason, ...NO_CODE, attempts: [{ fault: 'mail-busy' }] });
  expect(why?.reason).toBe(reason);
  expect(why?.advice).toBe(adviceFor(FAULTS['mail-busy'], false));
});

test('a held message shows its own reason, and no advice about its last attempt', () => {
  const attempts = [{ fault: 'mail-busy' }];
  const reason = 'Email is not configured on this server.';
  expect(explainState({ state: 'held', reason, ...NO_CODE, attempts })).toEqual({ reason, advice: '' });
  expect(explainState({ state: 'pending', reason: null, ...NO_CODE, attempts })).toBeNull();
});

test('an alarm’s own message is not counted as a notified recipient', () => {
  expect(
    summarizeStates([
      { state: 'sent', purpose: 'alarm' },
      { state: 'failed', purpose: null },
    ]),
  ).toBe('1 message failed');
});

test('a deleted text shows how long it was stored', () => {
  const created_at = '2021-11-20T10:00:00.000Z';
  expect(deletedText({ created_at, purged_at: null })).toBeNull();
  expect(deletedText({ created_at, purged_at: '2026-11-21T10:00:00.000Z' })).toContain('after 5 years');
  expect(deletedText({ created_at, purged_at: '2021-12-20T10:00:00.000Z' })).toContain('after 30 days');
});
