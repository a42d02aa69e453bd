import type { Stripe } from 'stripe';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { SecretValues } from '../../db/secret-values.ts';
import { readPaymentKeys } from './payment-keys.ts';
import { openProvider, type ProviderSettings } from './provider.ts';

/** Payments cannot be made: a key of the payment provider is missing, or the server cannot decrypt it. */
export class PaymentsUnavailable extends Error {}

export type PaymentNeeds = {
  platform: PlatformDb;
  payments: PaymentsDb;
  secrets: SecretValues;
  provider: ProviderSettings;
};

/** The payment provider with the keys that are saved at present, and what is stored about it. */
export class PaymentService {
  readonly payments: PaymentsDb;
  readonly #needs: PaymentNeeds;
  #opened: { secret: string; client: Promise<Stripe> } | null = null;

  constructor(needs: PaymentNeeds) {
    this.payments = needs.payments;
    this.#needs = needs;
  }

  /** A client with the secret key. Throws PaymentsUnavailable without one. */
  async open(): Promise<Stripe> {
    const { secret } = await readPaymentKeys(this.#needs.platform, this.#needs.secrets);
    if (!secret) throw new PaymentsUnavailable(secret === null ? 'unreadable' : 'missing');
    if (this.#opened?.secret !== secret) {
      this.#opened = { secret, client: openProvider(secret, this.#needs.provider) };
    }
    return await this.#opened.client;
  }

  /** The publishable key for the browser; null if a key is missing, so that nothing can be paid. */
  async publishableKey(): Promise<string | null> {
    const { secret, publishable } = await readPaymentKeys(this.#needs.platform, this.#needs.secrets);
    return secret && publishable ? publishable : null;
  }
}
