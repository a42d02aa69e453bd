import type { PurchaseState, StartedPurchase } from '@callpoint/contract/purchases';
import { expect, test } from 'vitest';
import { CallError } from '../../../net/call-error.ts';
import { checkPayment, pay, type ScriptError } from './pay.ts';

const LOST = new CallError('unreachable', 0, []);
const PAYABLE: StartedPurchase = { state: 'payable', subscription_id: 'sub_1', client_secret: 'pi_1_secret' };

/** Steps whose calls are recorded; `finish` has one entry per call. */
function purchase({
  start = PAYABLE,
  confirm = {},
  finish = ['paid'],
}: {
  start?: StartedPurchase | Error;
  confirm?: { error?: ScriptError } | Error;
  finish?: readonly (PurchaseState | Error)[];
} = {}) {
  const calls: string[] = [];
  const left = [...finish];
  const call = async <Result>(name: string, result: Result | Error): Promise<Result> => {
    calls.push(name);
    if (result instanceof Error) throw result;
    return result;
  };
  const steps = {
    start: () => call('start', start),
    confirm: (secret: string) => call(`confirm ${secret}`, confirm),
    finish: () => call('finish', left.shift() ?? new Error('one finish too many')),
    wait: async (ms: number) => void calls.push(`wait ${ms}`),
  };
  return { calls, steps };
}

test('a payment is started, confirmed, and looked up at the server', async () => {
  const { calls, steps } = purchase();
  expect(await pay(steps, false)).toEqual({ kind: 'paid' });
  expect(calls).toEqual(['start', 'confirm pi_1_secret', 'finish']);
});

test('a purchase that is paid already confirms no second payment, and does not say that one was received', async () => {
  const { calls, steps } = purchase({ start: { ...PAYABLE, state: 'paid', client_secret: null } });
  expect(await pay(steps, false)).toEqual({ kind: 'already' });
  expect(calls).toEqual(['start']);
});

test('an error of the start is shown, and no card is sent', async () => {
  const { calls, steps } = purchase({ start: LOST });
  expect(await pay(steps, false)).toEqual({ kind: 'rejected', error: LOST });
  expect(calls).toEqual(['start']);
});

test.each([
  ['card_declined', 'cardNumber'],
  ['expired_card', 'cardExpiry'],
  ['incorrect_cvc', 'cardCvc'],
] as const)('a card with the error %s is corrected in %s', async (code, field) => {
  const { calls, steps } = purchase({ confirm: { error: { type: 'card_error', code, message: 'No.' } } });
  expect(await pay(steps, false)).toEqual({ kind: 'card', field, message: 'No.' });
  expect(calls).not.toContain('finish');
});

test('a failed authentication is reported as such', async () => {
  const error = { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' };
  const { steps } = purchase({ confirm: { error } });
  expect(await pay(steps, false)).toEqual({ kind: 'authentication' });
});

const CUT = { error: { type: 'api_connection_error' } };
const THROWN = new Error('IntegrationError');

test.each([
  ['the script lost its connection', CUT],
  ['the script threw an error', THROWN],
  [
    'the payment had succeeded before',
    { error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' } },
  ],
])('where %s, the server knows whether the payment succeeded', async (_what, confirm) => {
  expect(await pay(purchase({ confirm, finish: ['paid'] }).steps, false)).toEqual({ kind: 'active' });
  expect(await pay(purchase({ confirm, finish: ['unpaid'] }).steps, false)).toEqual({ kind: 'interrupted' });
});

test('a payment that the provider has not confirmed yet is no success', async () => {
  expect(await pay(purchase({ finish: ['unpaid'] }).steps, false)).toEqual({ kind: 'unconfirmed' });
});

test('a lost look-up is repeated before anything is shown', async () => {
  const { calls, steps } = purchase({ finish: [LOST, LOST, 'paid'] });
  expect(await pay(steps, false)).toEqual({ kind: 'paid' });
  expect(calls.slice(2)).toEqual(['finish', 'wait 500', 'finish', 'wait 1500', 'finish']);
});

test('without any response the outcome is unknown', async () => {
  expect(await pay(purchase({ finish: [LOST, LOST, LOST] }).steps, false)).toEqual({ kind: 'unknown' });
});

test('a look-up that finds a paid subscription does not say which attempt paid it', async () => {
  expect(await checkPayment(purchase({ finish: ['paid'] }).steps)).toEqual({ kind: 'active' });
});

test('a rejected look-up is not repeated', async () => {
  const { calls, steps } = purchase({ finish: [new CallError('rejected', 409, [])] });
  expect(await checkPayment(steps)).toEqual({ kind: 'unknown' });
  expect(calls).toEqual(['finish']);
});

test('after an unknown outcome, the earlier payment is looked up before another one is started', async () => {
  const paid = purchase({ finish: ['paid'] });
  expect(await pay(paid.steps, true)).toEqual({ kind: 'already' });
  expect(paid.calls).toEqual(['finish']);

  const unpaid = purchase({ finish: ['unpaid', 'paid'] });
  expect(await pay(unpaid.steps, true)).toEqual({ kind: 'paid' });
  expect(unpaid.calls).toEqual(['finish', 'start', 'confirm pi_1_secret', 'finish']);

  const unknown = purchase({ finish: [LOST, LOST, LOST] });
  expect(await pay(unknown.steps, true)).toEqual({ kind: 'unknown' });
  expect(unknown.calls).not.toContain('start');
});
