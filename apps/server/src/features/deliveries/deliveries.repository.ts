import type { TenantDb } from '../../db/tenant.ts';
import type { ConfiguredChannels } from '../../delivery/outbox.ts';
import { mayResend, putBack, type ResendVerdict } from '../../delivery/resend.ts';

/** Puts a message back into the outbox where that may be; whoever asks at the same time finds it done. */
export async function resend(
  tenant: TenantDb,
  id: number,
  channels: ConfiguredChannels,
): Promise<ResendVerdict | 'missing'> {
  return await tenant.transaction(async (tx) => {
    const message = await tx.lock('delivery', id);
    if (!message) return 'missing';
    const verdict = mayResend(message, channels);
    if (verdict === 'send') await tx.update('delivery', id, putBack(new Date()));
    return verdict;
  });
}
