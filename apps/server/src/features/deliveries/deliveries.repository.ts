import { limitText } from '@callpoint/alerts/plan/allowance';
import { lateNote, resentNote } from '@callpoint/alerts/plan/send-note';
import { submittedAt } from '@callpoint/alerts/templates/values';
import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import type { Row } from '../../db/rows.ts';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { lockMessageUsage, checkResendLimit } from '../../sending-limits/resend-limit.ts';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import { noteOccasions } from '../../delivery/queue/note-occasion.ts';
import { checkResend, resetForResend, type ResendCheck } from '../../delivery/queue/resend.ts';
import { isOutdated } from '../../incidents/escalation/outdated-message.ts';

const OUTDATED = 'Someone has acknowledged or closed its incident, so it can’t be resent.';

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
    // It would be skipped, and could not be resent after that.
    const { incident_id } = message;
    const incident = incident_id === null ? undefined : await inside.find('incident', incident_id);
    if (isOutdated(message, incident)) return { rejected: OUTDATED };
    const reachedLimit = await checkResendLimit(platform, message, tenant.scope === 'all', now);
    if (reachedLimit) return { rejected: limitText(reachedLimit) };
    await inside.update('delivery', id, resetForResend(now, await noteOf(inside, platform, message, now)));
    return check;
  });
}

type Message = Pick<
  Row<'delivery'>,
  | 'team_id'
  | 'button_click_id'
  | 'form_submission_id'
  | 'incident_id'
  | 'button_id'
  | 'f_id'
  | 'purpose'
  | 'created_at'
  | 'state'
  | 'attempts'
  | 'note'
  | 'resent_at'
>;

/**
 * The note with the time of the submission; for a message without one, when it was written. A held message that was never
 * sent is not sent again: its note says that it is late, if it is.
 */
async function noteOf(
  tenant: TenantDb,
  platform: PlatformDb,
  message: Message,
  now: Date,
): Promise<string | null> {
  const [occasion = 'other'] = await noteOccasions(platform, [message]);
  const team = await tenant.find('team', message.team_id);
  const times = {
    occasion,
    occurredAt: await occurredAt(tenant, message),
    now: now.toISOString(),
    zone: team?.time_zone ?? DEFAULT_ZONE,
  };
  const isFirst = message.state === 'held' && message.attempts === 0 && message.resent_at === null;
  return isFirst ? (lateNote(times) ?? message.note) : resentNote(times);
}

async function occurredAt(tenant: TenantDb, message: Message): Promise<string> {
  const { button_click_id: press, form_submission_id: form, created_at } = message;
  const submission =
    press === null
      ? form === null
        ? undefined
        : await tenant.find('form_submission', form)
      : await tenant.find('button_click', press);
  if (!submission) return created_at;
  return submittedAt({ pressedAt: submission.pressed_at, receivedAt: submission.created_at });
}
