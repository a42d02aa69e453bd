import { alarmDigest, type Digest } from '@callpoint/alerts/settings/alarm-texts';
import { emailDocument } from '@callpoint/alerts/templates/email-document';
import { escapeHtml } from '@callpoint/alerts/templates/rendering';
import { isEmailAddress } from '@callpoint/contract/fields';
import { rawDb, type Handle } from '../../db/handles/handle.ts';
import type { Db } from '../../db/tables.ts';
import { ACCOUNT_CHANNEL } from '../channels/account-email.ts';
import type { ConfiguredChannels } from '../channels/channel.ts';
import { addMessages, type OutboxMessage, type SubmissionMessages } from './outbox.ts';

/**
 * Adds one alarm email for each administrator, in the caller's transaction. `about`: the submission that the emails refer
 * to. Returns the number of emails.
 */
export async function addAdministratorAlarm(
  on: Db | Handle,
  channels: ConfiguredChannels,
  about: Omit<SubmissionMessages, 'purpose' | 'messages'>,
  digest: Digest,
  now: Date,
): Promise<number> {
  const { subject, text } = alarmDigest(digest);
  const administrators = await rawDb(on).selectFrom('admin').select('email').orderBy('id').execute();
  const messages = administrators
    .filter(({ email }) => isEmailAddress(email))
    .map(({ email: address }): OutboxMessage => ({
      channel: ACCOUNT_CHANNEL,
      role: 'admin',
      address,
      subject,
      text,
      html: emailDocument(subject, escapeHtml(text)),
      skipped: null,
    }));
  await addMessages(on, channels, [{ ...about, purpose: 'alarm', messages }], now);
  return messages.length;
}
