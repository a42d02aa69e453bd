import { expect, test, vi } from 'vitest';
import { CallError } from '../../../net/call-error.ts';
import { labelOf, sentencesOf } from './failure-texts.ts';
import { createAttempt, type CardFailure, type CardSteps } from './replace-card.ts';

function attemptWith(steps: Partial<CardSteps> = {}) {
  const given = {
    start: vi.fn<CardSteps['start']>(async () => 'seti_secret'),
    store: vi.fn<CardSteps['store']>(async () => ({ setupIntent: { id: 'seti_1' } })),
    finish: vi.fn<CardSteps['finish']>(async () => ({ state: 'saved', client_secret: null })),
    authenticate: vi.fn<CardSteps['authenticate']>(async () => ({})),
    wait: vi.fn<CardSteps['wait']>(async () => {}),
    ...steps,
  };
  return { ...given, ...createAttempt(given) };
}

type Finish = Awaited<ReturnType<CardSteps['finish']>> | Error;

/** Server answers, in order; the last one again and again. */
function answers(...given: Finish[]) {
  const rest = [...given];
  return vi.fn<CardSteps['finish']>(async () => {
    const [next] = rest.length > 1 ? rest.splice(0, 1) : rest;
    if (next instanceof Error || !next) throw next;
    return next;
  });
}

const SAVED = { state: 'saved', client_secret: null } as const;
const PAID = { state: 'paid', client_secret: null } as const;
const asksBank = (client_secret: string) => ({ state: 'authenticate', client_secret }) as const;
const ON_FILE = 'Your new card is on file, but it did not pay the overdue invoice: Your card was declined.';
const rejected = (msg: string, field?: string) =>
  new CallError('rejected', 409, [field === undefined ? { msg } : { msg, field }]);
const DOWN = new CallError('server', 503, [{ msg: 'The payment provider did not respond.' }]);

test('a stored card becomes the card on file', async () => {
  const { replace, store, finish } = attemptWith();
  expect(await replace()).toEqual({ kind: 'saved' });
  expect(store).toHaveBeenCalledWith('seti_secret');
  expect(finish).toHaveBeenCalledWith('seti_1');
});

test('a lost response of the last step is asked for again', async () => {
  const finish = answers(DOWN, new CallError('unreachable', 0, []), PAID);
  const { replace, store, wait } = attemptWith({ finish });
  expect(await replace()).toEqual({ kind: 'paid' });
  expect(store).toHaveBeenCalledOnce();
  expect(wait).toHaveBeenNthCalledWith(1, 500);
  expect(wait).toHaveBeenNthCalledWith(2, 1_500);
});

test('a server that does not respond leaves it unknown whether the card is on file, until it is checked', async () => {
  const finish = answers(DOWN, DOWN, DOWN, DOWN, SAVED);
  const { replace, check, store } = attemptWith({ finish });
  expect(await replace()).toEqual({ kind: 'unknown', isOnFile: false });
  expect(await check()).toEqual({ kind: 'saved' });
  expect(store).toHaveBeenCalledOnce();
});

test.each([
  ['Overdue payment not made', 'a declined overdue payment', rejected(ON_FILE, 'overdue')],
  ['Card change not completed', 'a server of an earlier release, without a field', rejected(ON_FILE)],
  ['Card change not completed', 'a card that was not stored', rejected('The card was not stored.')],
  ['Card not saved', 'a call without an effect', new CallError('too-many', 429, [{ msg: 'Wait a moment.' }])],
])('the heading is “%s” after the rejection of the last step: %s', async (label, _, error) => {
  const { replace, finish } = attemptWith({ finish: answers(error) });
  const outcome = (await replace()) as CardFailure;
  expect([labelOf(outcome), sentencesOf(outcome)]).toEqual([label, [error.message]]);
  expect(finish).toHaveBeenCalledOnce();
});

test.each([
  ['Card status unknown', answers(DOWN)],
  ['Payment status unknown', answers(asksBank('pi_1'), DOWN)],
])('the heading is “%s” after a last step whose result is not known', async (label, finish) => {
  const { replace } = attemptWith({ finish });
  expect(labelOf((await replace()) as CardFailure)).toBe(label);
});

test('the heading is “Card not saved” if the server rejects the start', async () => {
  const { replace } = attemptWith({ start: () => Promise.reject(DOWN) });
  expect(labelOf((await replace()) as CardFailure)).toBe('Card not saved');
});

test.each([
  [{ type: 'card_error', code: 'expired_card', message: 'Expired.' }, 'card', 'cardExpiry'],
  [{ type: 'card_error', code: 'incorrect_cvc', message: 'Wrong.' }, 'card', 'cardCvc'],
  [{ type: 'card_error', code: 'card_declined', message: 'Declined.' }, 'card', 'cardNumber'],
  [
    { type: 'invalid_request_error', code: 'setup_intent_authentication_failure' },
    'authentication',
    undefined,
  ],
  [{ type: 'api_connection_error' }, 'interrupted', undefined],
])(
  'the rejection %j of the script is named, and the next attempt stores the card',
  async (error, kind, field) => {
    const store = vi.fn<CardSteps['store']>(async () => ({ setupIntent: { id: 'seti_2' } }));
    store.mockResolvedValueOnce({ error });
    const { replace, finish } = attemptWith({ store });
    expect(await replace()).toMatchObject({ kind, ...(field && { field }) });
    expect(finish).not.toHaveBeenCalled();
    expect(await replace()).toEqual({ kind: 'saved' });
  },
);

test('a script that throws does not claim that a card was saved', async () => {
  const { replace } = attemptWith({ store: () => Promise.reject(new Error('blocked')) });
  expect(await replace()).toEqual({ kind: 'interrupted' });
});

test('after an authentication the server is asked, until no term is overdue any more', async () => {
  const finish = answers(asksBank('pi_1'), asksBank('pi_2'), PAID);
  const { replace, authenticate } = attemptWith({ finish });
  expect(await replace()).toEqual({ kind: 'paid' });
  expect(authenticate).toHaveBeenCalledTimes(2);
  expect(authenticate).toHaveBeenNthCalledWith(1, 'pi_1');
  expect(authenticate).toHaveBeenNthCalledWith(2, 'pi_2');
  expect(finish).toHaveBeenCalledTimes(3);
});

test('a term whose payment is declined after the authentication of another one is not reported as paid', async () => {
  const error = rejected(ON_FILE, 'overdue');
  const { replace } = attemptWith({ finish: answers(asksBank('pi_1'), error) });
  expect(await replace()).toEqual({ kind: 'declined', error });
});

test.each([
  ['does not respond', DOWN],
  ['rejects the call before it has an effect', new CallError('too-many', 429, [])],
])('after an authentication, a server that %s leaves the payment unknown', async (_, error) => {
  const { replace, check } = attemptWith({
    finish: answers(asksBank('pi_1'), error, error, error, error, PAID),
  });
  expect(await replace()).toEqual({ kind: 'unknown', isOnFile: true });
  expect(await check()).toEqual({ kind: 'paid' });
});

test('a success that the provider has not confirmed is unknown, and not authenticated again', async () => {
  const { replace, check, authenticate } = attemptWith({ finish: answers(asksBank('pi_1')) });
  expect(await replace()).toEqual({ kind: 'unknown', isOnFile: true });
  expect(await check()).toEqual({ kind: 'unknown', isOnFile: true });
  expect(authenticate).toHaveBeenCalledOnce();
});

test('a check of an unknown outcome asks the bank for nothing', async () => {
  const { replace, check, authenticate } = attemptWith({
    finish: answers(DOWN, DOWN, DOWN, asksBank('pi_1')),
  });
  expect(await replace()).toEqual({ kind: 'unknown', isOnFile: false });
  expect(await check()).toEqual({ kind: 'unpaid' });
  expect(authenticate).not.toHaveBeenCalled();
});

test.each([
  ['a rejected card', { type: 'card_error' }],
  [
    'a failed authentication',
    { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' },
  ],
])('%s leaves the overdue payment unpaid, and the same card can be tried again', async (_, error) => {
  const authenticate = vi.fn<CardSteps['authenticate']>(async () => ({}));
  authenticate.mockResolvedValueOnce({ error });
  const finish = answers(asksBank('pi_1'), asksBank('pi_1'), PAID);
  const { replace, store } = attemptWith({ finish, authenticate });
  expect(await replace()).toEqual({ kind: 'unpaid' });
  expect(await replace()).toEqual({ kind: 'paid' });
  expect(store).toHaveBeenCalledOnce();
});

test.each([
  ['paid', PAID],
  ['unpaid', asksBank('pi_1')],
] as const)('after an interrupted authentication the server decides: %s', async (kind, answer) => {
  for (const authenticate of [
    () => Promise.reject(new Error('closed')),
    async () => ({ error: { type: 'api_connection_error' } }),
  ]) {
    const { replace } = attemptWith({ finish: answers(asksBank('pi_1'), answer), authenticate });
    expect(await replace()).toEqual({ kind });
  }
});

test('a server that asks the bank without an end is left', async () => {
  let count = 0;
  const { replace, authenticate } = attemptWith({ finish: async () => asksBank(`pi_${(count += 1)}`) });
  expect(await replace()).toEqual({ kind: 'unpaid' });
  expect(authenticate).toHaveBeenCalledTimes(12);
});
