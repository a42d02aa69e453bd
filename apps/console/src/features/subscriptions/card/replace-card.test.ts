import { expect, test, vi } from 'vitest';
import { createAttempt, type CardSteps } from './replace-card.ts';

function attemptWith(steps: Partial<CardSteps> = {}) {
  const given = {
    start: vi.fn<CardSteps['start']>(async () => 'seti_secret'),
    store: vi.fn<CardSteps['store']>(async () => ({ setupIntent: { id: 'seti_1' } })),
    finish: vi.fn<CardSteps['finish']>(async () => ({ state: 'saved', client_secret: null })),
    authenticate: vi.fn<CardSteps['authenticate']>(async () => ({})),
    ...steps,
  };
  return { ...given, replace: createAttempt(given) };
}

test('a stored card becomes the card on file', async () => {
  const { replace, store, finish } = attemptWith();
  expect(await replace()).toEqual({ kind: 'saved' });
  expect(store).toHaveBeenCalledWith('seti_secret');
  expect(finish).toHaveBeenCalledWith('seti_1');
});

test('a lost response of the last step is repeated without storing the card again', async () => {
  const lost = new Error('lost');
  const finish = vi.fn<CardSteps['finish']>();
  finish.mockRejectedValueOnce(lost).mockResolvedValueOnce({ state: 'paid', client_secret: null });
  const { replace, store } = attemptWith({ finish });
  expect(await replace()).toEqual({ kind: 'rejected', error: lost });
  expect(await replace()).toEqual({ kind: 'paid' });
  expect(store).toHaveBeenCalledOnce();
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

test.each([
  ['completes', async () => ({}), 'paid'],
  ['fails', async () => ({ error: { type: 'card_error' } }), 'unpaid'],
  ['is interrupted', () => Promise.reject(new Error('closed')), 'unpaid'],
] as const)('an overdue payment whose authentication %s', async (_, authenticate, kind) => {
  const { replace } = attemptWith({
    finish: async () => ({ state: 'authenticate', client_secret: 'pi_secret' }),
    authenticate,
  });
  expect(await replace()).toEqual({ kind });
});
