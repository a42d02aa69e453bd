import { limitText } from '@callpoint/alerts/allowance';
import type { TenantDb } from '../../db/tenant.ts';
import { lockMessageUsage, checkResendLimit } from '../../sending-limits/resend-limit.ts';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import { checkResend, resetForResend, type ResendCheck } from '../../delivery/queue/resend.ts';

/**
 * Returns a message to the outbox if its state allows it; of concurrent calls, one does so. A subscriber can send
 * a held message only within its limits, an administrator always.
 */
export async function resendMessage(
  tenant: TenantDb,
  id: number,
  channels: ConfiguredChannels,
): Promise<ResendCheck | 'missing'> {
  return await tenant.transaction(async (inside, { platform }) => {
    const now = new Date();
    const found = await inside.find('delivery', id);
    if (!found) return 'missing';
    // All code locks the counters before the message.
    if (found.state === 'held') await lockMessageUsage(platform, found, now);
    const message = await inside.lock('delivery', id);
    if (!message) return 'missing';
    const check = checkResend(message, channels);
    if (check !== 'send') return check;
    const reachedLimit = await checkResendLimit(platform, message, tenant.scope === 'all', now);
    if (reachedLimit) return { rejected: limitText(reachedLimit) };
    await inside.update('delivery', id, resetForResend(now));
    return check;
  });
}
