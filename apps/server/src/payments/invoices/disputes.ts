import type { Stripe } from 'stripe';

/** All disputes of charges. The mark of a charge stays when its dispute is closed: the dispute says how it ended. */
export async function readDisputes(
  stripe: Stripe,
  charges: readonly Stripe.Charge[],
): Promise<Stripe.Dispute[]> {
  const disputes: Stripe.Dispute[] = [];
  for (const { id: charge, disputed } of charges) {
    if (disputed) disputes.push(...(await stripe.disputes.list({ charge, limit: 100 })).data);
  }
  return disputes;
}
