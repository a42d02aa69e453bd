import type { ChannelDriver } from '../channel.ts';
import { examineMail } from './examine-mail.ts';
import { HOUR, RETRY_WAITS } from '../retry-schedule.ts';
import { emailVariables } from './email-variables.ts';
import { createEmailAdapter } from './email.ts';
import type { SmtpSettings } from './smtp.ts';

/** Email over SMTP. */
export const emailDriver: ChannelDriver<SmtpSettings> = {
  variables: emailVariables,
  open: (smtp) => createEmailAdapter(smtp),
  summary: (smtp) =>
    `Email   ${smtp ? `sent over SMTP as ${smtp.from}` : 'held: set SMTP_URL and MAIL_FROM to send'}`,
  examine: examineMail,
  // The receiving host.
  laneOf: (address) => address.slice(address.lastIndexOf('@') + 1).toLowerCase(),
  retry: { waits: RETRY_WAITS, thenEvery: HOUR, giveUpAfter: 24 * HOUR },
  acceptanceProvesAddress: true,
  acceptedText: ({ provider_text }) => provider_text ?? '',
  receiptText: null,
};
