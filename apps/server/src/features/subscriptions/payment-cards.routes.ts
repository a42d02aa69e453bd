import { paymentCardCalls } from '@callpoint/contract/payment-cards';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import type { App } from '../../http/api/schemas.ts';
import { finishCard, readCard, startCard } from '../../payments/subscriptions/cards.ts';
import type { PaymentService } from '../../payments/provider/service.ts';
import { withPayments } from './payment-errors.ts';

/** The signed-in subscriber's card on file. */
export function paymentCardRoutes(app: App, { service }: { service: PaymentService }): void {
  const asked = { expensive: 'payment' } as const;

  app.handle(
    paymentCardCalls.get,
    async (request) => {
      const data = await withPayments(request.log, () => readCard(service, getCaller(request).id));
      return { ok: true as const, data };
    },
    asked,
  );

  app.handle(
    paymentCardCalls.start,
    async (request) => {
      const teamId = getCaller(request).id;
      const client_secret = await withPayments(request.log, () =>
        startCard(service, teamId, request.body.attempt),
      );
      return { ok: true as const, data: { client_secret } };
    },
    asked,
  );

  app.handle(
    paymentCardCalls.finish,
    async (request) => {
      const { state, clientSecret } = await withPayments(request.log, () =>
        finishCard(service, {
          teamId: getCaller(request).id,
          actor: getTenantDb(request).actor,
          setupIntent: request.body.setup_intent,
        }),
      );
      return { ok: true as const, data: { state, client_secret: clientSecret } };
    },
    asked,
  );
}
