import { paymentCalls } from '@callpoint/contract/payments';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { SecretValues } from '../../db/secret-values.ts';
import type { App } from '../../http/api/schemas.ts';
import { readPaymentKeys } from '../../payments/provider/payment-keys.ts';
import type { ProviderSettings } from '../../payments/provider/provider.ts';
import { testKeys } from '../../payments/provider/test-keys.ts';

export type PaymentNeeds = {
  platform: PlatformDb;
  secrets: SecretValues;
  provider: ProviderSettings;
  hasWebhookSecret: boolean;
};

/** Payments, for administrators. */
export function paymentRoutes(
  app: App,
  { platform, secrets, provider, hasWebhookSecret }: PaymentNeeds,
): void {
  app.handle(
    paymentCalls.testKeys,
    async () => ({
      ok: true as const,
      data: {
        ...(await testKeys(await readPaymentKeys(platform, secrets), provider)),
        has_webhook_secret: hasWebhookSecret,
      },
    }),
    { expensive: 'test' },
  );
}
