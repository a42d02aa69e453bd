import { onTestFinished, expect, test } from 'vitest';
import { buildAdmin, buildTeam } from '../../factories/accounts.ts';
import { buildConfiguration } from '../../factories/configuration.ts';
import { startStripe } from '../../testing/providers/stripe/stripe.ts';
import { testServer } from '../../testing/server.ts';

async function withProvider({ livemode = false } = {}) {
  const provider = await startStripe({ livemode });
  onTestFinished(() => provider.close());
  const server = await testServer({ variables: provider.variables });
  const token = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const saveKeys = (secret: string, publishable: string) =>
    buildConfiguration(server.db, { payment_secret_key: secret, payment_publishable_key: publishable });
  const testKeys = async () => (await server.post('/api/v1/test/paymentKeys', { token, body: {} })).body;
  return { provider, server, saveKeys, testKeys };
}

/** A key as an administrator copies it from another account, in the provider's test mode. */
const OTHER = { secret: `sk_test_${'8'.repeat(24)}`, publishable: `pk_test_${'8'.repeat(24)}` };

test.each([
  [false, 'test'],
  [true, 'live'],
] as const)('keys that work are reported with their mode (live: %s)', async (livemode, mode) => {
  const { provider, saveKeys, testKeys } = await withProvider({ livemode });
  await saveKeys(provider.secretKey, provider.publishableKey);
  expect(await testKeys()).toEqual({
    ok: true,
    data: {
      secret: { state: 'works', mode },
      publishable: { state: 'works', mode },
      has_webhook_secret: true,
    },
  });
  // The test leaves nothing behind that could be paid.
  expect([...provider.state.setupIntents.values()].map(({ status }) => status)).toEqual(['canceled']);
  expect(provider.totalCharged()).toBe(0);
});

test('missing and unknown keys, and keys of different accounts, are reported', async () => {
  const { provider, saveKeys, testKeys } = await withProvider();
  const none = { state: 'missing', mode: null };
  const works = { state: 'works', mode: 'test' };
  const rejected = { state: 'rejected', mode: 'test' };
  expect((await testKeys()).data).toMatchObject({ secret: none, publishable: none });
  await saveKeys(OTHER.secret, '');
  expect((await testKeys()).data).toMatchObject({ secret: rejected, publishable: none });
  await saveKeys(provider.secretKey, OTHER.publishable);
  expect((await testKeys()).data).toMatchObject({ secret: works, publishable: rejected });
  await saveKeys('', provider.publishableKey);
  expect((await testKeys()).data).toMatchObject({ secret: none, publishable: works });
});

test.each([
  [{ status: 403, error: { type: 'invalid_request_error' } } as const, 'not-permitted'],
  [{ status: 500 } as const, 'unreachable'],
  ['cut', 'unreachable'],
] as const)('a provider that responds with %j is reported', async (response, state) => {
  const { provider, saveKeys, testKeys } = await withProvider();
  await saveKeys(provider.secretKey, provider.publishableKey);
  provider.behave(({ at }) => (at === 'request' ? response : undefined));
  expect((await testKeys()).data).toMatchObject({
    secret: { state, mode: 'test' },
    publishable: { state, mode: 'test' },
  });
});

test('a secret key that the server cannot decrypt is reported', async () => {
  const { server, saveKeys, testKeys } = await withProvider();
  await saveKeys(OTHER.secret, '');
  await server.db
    .updateTable('config')
    .set({ config_value: 'enc:v1:aaaaaaaa:NzM2Mw:AAAA' })
    .where('config_key', '=', 'payment_secret_key')
    .execute();
  expect((await testKeys()).data.secret).toEqual({ state: 'unreadable', mode: null });
});

test('only administrators test the keys', async () => {
  const { server, provider, saveKeys } = await withProvider();
  await saveKeys(provider.secretKey, provider.publishableKey);
  const team = await server.tokenOf('team', (await buildTeam(server.db)).id);
  expect((await server.post('/api/v1/test/paymentKeys', { token: team, body: {} })).status).toBe(403);
  expect((await server.post('/api/v1/test/paymentKeys', { body: {} })).status).toBe(401);
  expect(provider.calls).toEqual([]);
});
