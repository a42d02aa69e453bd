import type { FastifyRequest } from 'fastify';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { failure } from '@callpoint/contract/errors';
import { CallError } from '../../http/errors/call-error.ts';
import type { App } from '../../http/api/schemas.ts';
import { invoiceOfEvent, readEvent, subscriptionOfEvent } from '../../payments/provider/events.ts';
import type { PaymentService } from '../../payments/provider/service.ts';
import { invoiceOfIntent, syncInvoice } from '../../payments/invoices/sync-invoice.ts';
import { syncSubscription } from '../../payments/subscriptions/sync-subscription.ts';
import { withPayments } from './payment-errors.ts';

/** Bytes of an event: the largest ones, of invoices with many lines, stay below. */
const MAX_EVENT = 512 * 1024;
/** Minimum milliseconds between two log lines about unsigned calls; each has their number. */
const REPORT_EVERY = 60_000;

export type StripeHookNeeds = {
  service: PaymentService;
  /** Verifies the signatures; null: all events are rejected. */
  webhookSecret: string | null;
};

/**
 * Events of the payment provider. An event only tells which subscription or invoice may have changed: its present state is read
 * from the provider and stored, so that events may arrive twice, late and in any order. If that fails, the response is
 * an error, and the provider sends the event again.
 */
export function stripeHookRoutes(app: App, { service, webhookSecret }: StripeHookNeeds): void {
  app.removeAllContentTypeParsers();
  // The signature is that of the bytes.
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: MAX_EVENT }, (_, body, done) =>
    done(null, body),
  );
  const report = rejectionReporter();

  app.post(
    '/stripe',
    {
      config: { access: 'public' },
      bodyLimit: MAX_EVENT,
      schema: {
        body: z.any(),
        response: { 200: z.object({ ok: z.literal(true) }), '4xx': failure, '5xx': failure },
      },
    },
    async (request) => {
      const event = await verified(request, webhookSecret);
      if (!event) {
        report(request);
        throw new CallError(403, 'This call is not signed by the payment provider.');
      }
      await handle(service, event, request);
      return { ok: true as const };
    },
  );
}

async function verified(request: FastifyRequest, secret: string | null): Promise<Stripe.Event | null> {
  const signature = request.headers['stripe-signature'];
  if (secret === null || typeof signature !== 'string' || !Buffer.isBuffer(request.body)) return null;
  return await readEvent(request.body, signature, secret);
}

async function handle(service: PaymentService, event: Stripe.Event, request: FastifyRequest): Promise<void> {
  await withPayments(request.log, async () => {
    await handleSubscription(service, event, request);
    await handleInvoice(service, event);
  });
}

async function handleSubscription(
  service: PaymentService,
  event: Stripe.Event,
  { log }: FastifyRequest,
): Promise<void> {
  const id = subscriptionOfEvent(event);
  if (id === null) return;
  const { outcome, teamId, adopted } = await syncSubscription(service, id);
  if (outcome === 'second')
    log.error({ subscription: id, subscriber: teamId }, 'a subscriber has two subscriptions');
  if (adopted !== null) {
    log.warn(
      { subscription: adopted, subscriber: teamId },
      'another subscription of a subscriber gives its plan after the end of the former one',
    );
  }
}

async function handleInvoice(service: PaymentService, event: Stripe.Event): Promise<void> {
  const { invoice, intent } = invoiceOfEvent(event);
  const id = intent === undefined ? invoice : await invoiceOfIntent(service, intent);
  if (id) await syncInvoice(service, id);
}

function rejectionReporter(): (request: FastifyRequest) => void {
  let rejected = 0;
  let reportedAt = -Infinity;
  return ({ log, ip }) => {
    rejected += 1;
    const now = performance.now();
    if (now - reportedAt < REPORT_EVERY) return;
    log.warn({ rejected, address: ip }, 'calls that the payment provider has not signed were rejected');
    [rejected, reportedAt] = [0, now];
  };
}
