import { Stripe } from 'stripe';

export type Delivery = { event: string; type: string; status: number; body: string };

type Signing = {
  /** Another secret than the provider's: the receiver should reject the call. */
  secret?: string;
  /** In seconds of the real clock: the receiver rejects an old signature. */
  timestamp?: number;
};

/** Posts an event with its signature, as the provider does. */
export async function deliver(
  url: string,
  event: Stripe.Event,
  { secret, timestamp = Math.floor(Date.now() / 1000) }: Signing & { secret: string },
): Promise<Delivery> {
  const payload = JSON.stringify(event, null, 2);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signature,
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
    body: payload,
  });
  return { event: event.id, type: event.type, status: response.status, body: await response.text() };
}

/** Each event twice. */
export const duplicated = <T>(events: T[]): T[] => events.flatMap((event) => [event, event]);

/** The events in another order. `random` returns a number from 0 to 1. */
export function shuffled<T>(events: T[], random: () => number): T[] {
  return events
    .map((event) => ({ event, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ event }) => event);
}
