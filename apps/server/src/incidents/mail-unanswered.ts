import { alarmDigest } from '@callpoint/alerts/settings/alarm-texts';
import { emailDocument } from '@callpoint/alerts/templates/email-document';
import { escapeHtml } from '@callpoint/alerts/templates/rendering';
import type { ButtonId } from '@callpoint/contract/catalogue';
import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import { isEmailAddress } from '@callpoint/contract/fields';
import type { IncidentsDb } from '../db/incidents.ts';
import { ACCOUNT_CHANNEL } from '../delivery/channels/account-email.ts';
import type { ConfiguredChannels } from '../delivery/channels/channel.ts';
import { addMessages } from '../delivery/queue/outbox.ts';
import type { IncidentRow } from './incident-row.ts';

/**
 * Emails every administrator that no one acknowledged an incident whose press was deleted: an alarm refers to its press, so
 * there is none for the watchdog to email about.
 */
export async function mailUnanswered(
  tx: IncidentsDb,
  channels: ConfiguredChannels,
  incident: IncidentRow,
  now: Date,
): Promise<void> {
  const { team_id: teamId, button_id, user_name: name, user_phone: phone } = incident;
  const { account_name, phone: number } = await tx
    .selectFrom('team')
    .select(['account_name', 'phone'])
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow();
  const item = { kind: 'button', id: button_id as ButtonId } as const;
  const { subject, text } = alarmDigest({
    subscriber: { id: teamId, name: account_name, phone: number },
    count: 1,
    entries: [
      {
        item,
        name,
        phone,
        at: incident.opened_at,
        zone: DEFAULT_ZONE,
        reason: 'unacknowledged',
        link: null,
      },
    ],
  });
  const administrators = await tx.selectFrom('admin').select('email').orderBy('id').execute();
  const messages = administrators
    .filter(({ email }) => isEmailAddress(email))
    .map(({ email: address }) => ({
      channel: ACCOUNT_CHANNEL,
      role: 'admin' as const,
      address,
      subject,
      text,
      html: emailDocument(subject, escapeHtml(text)),
      skipped: null,
    }));
  const about = { teamId, kind: item.kind, itemId: item.id, submissionId: incident.button_click_id } as const;
  await addMessages(
    tx,
    channels,
    [{ ...about, isDeleted: true, emergency: true, purpose: 'alarm', messages }],
    now,
  );
}
