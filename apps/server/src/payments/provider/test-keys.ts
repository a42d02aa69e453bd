import { keyMode, type KeyState, type KeyTest, type KeyTests } from '@callpoint/contract/payments';
import type { Stripe } from 'stripe';
import type { PaymentKeys } from './payment-keys.ts';
import { openProvider, type ProviderSettings } from './provider.ts';

/** A call of a test is not repeated: the person can test again. */
const ONCE = { maxNetworkRetries: 0, timeout: 10_000 };
/** A setup intent that does not exist. The provider checks the key before it looks for the intent. */
const NO_INTENT = { id: 'seti_0', secret: 'seti_0_secret_0' };

type Intent = { id: string; secret: string };

/**
 * Whether the keys work, and belong together. The secret key creates a setup intent, as each payment does; the
 * publishable key reads it, as the browser does. The intent charges nothing and is canceled.
 */
export async function testKeys(
  keys: PaymentKeys,
  provider: ProviderSettings,
): Promise<Pick<KeyTests, 'secret' | 'publishable'>> {
  const { secret, publishable } = keys;
  const [secretTest, intent] = await testSecret(secret, provider);
  const publishableTest = await testPublishable(publishable, intent?.of ?? null, provider);
  await intent?.cancel();
  return { secret: secretTest, publishable: publishableTest };
}

type CreatedIntent = { of: Intent; cancel: () => Promise<void> };

async function testSecret(
  key: string | null,
  provider: ProviderSettings,
): Promise<[KeyTest, CreatedIntent | null]> {
  if (key === null) return [{ state: 'unreadable', mode: null }, null];
  const mode = keyMode(key);
  if (key === '') return [{ state: 'missing', mode }, null];
  const client = await openProvider(key, provider);
  try {
    const intent = await client.setupIntents.create({ allowed_payment_method_types: ['card'] }, ONCE);
    // An intent that stays open is harmless: nobody has its secret.
    const cancel = async () => void (await client.setupIntents.cancel(intent.id, {}, ONCE).catch(() => null));
    return [
      { state: 'works', mode },
      { of: { id: intent.id, secret: intent.client_secret ?? '' }, cancel },
    ];
  } catch (error) {
    return [{ state: stateOf(error), mode }, null];
  }
}

/** @param intent an intent of the account of the secret key; null if there is none */
async function testPublishable(
  key: string,
  intent: Intent | null,
  provider: ProviderSettings,
): Promise<KeyTest> {
  const mode = keyMode(key);
  if (key === '') return { state: 'missing', mode };
  const client = await openProvider(key, provider);
  const { id, secret } = intent ?? NO_INTENT;
  try {
    await client.setupIntents.retrieve(id, { client_secret: secret }, ONCE);
    return { state: 'works', mode };
  } catch (error) {
    const isUnknown = (error as Stripe.errors.StripeError).code === 'resource_missing';
    if (!isUnknown) return { state: stateOf(error), mode };
    return { state: intent ? 'other-account' : 'works', mode };
  }
}

/** Throws an error that is not the provider's. */
function stateOf(error: unknown): KeyState {
  const { type } = error as { type?: string };
  if (type === 'StripeAuthenticationError') return 'rejected';
  if (type === 'StripePermissionError') return 'not-permitted';
  if (type?.startsWith('Stripe')) return 'unreachable';
  throw error;
}
