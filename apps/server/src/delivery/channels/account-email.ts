import type { Channel } from '@callpoint/contract/channels/channels';
import { randomUUID } from 'node:crypto';
import type { Ownership } from './channel.ts';
import { faultText } from './message-reason.ts';
import { openSmtp, type SmtpSettings } from './email/smtp.ts';

/** The channel of messages about accounts: every account has an email address, and these messages are emails. */
export const ACCOUNT_CHANNEL = 'email' as const satisfies Channel;

/** An email about an account, like a link to set a new password. */
export type AccountEmail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The part of the Message-ID before the @; pass the same one with each attempt of the same email. */
  messageId?: string;
};

/** The mail server did not accept the email. `isTemporary`: another attempt may succeed. */
export class EmailNotSentError extends Error {
  readonly isTemporary: boolean;
  constructor(detail: string, isTemporary: boolean) {
    super(detail);
    this.name = 'EmailNotSentError';
    this.isTemporary = isTemporary;
  }
}

export type Mailer = {
  /**
   * Resolves when the mail server has accepted the email; throws EmailNotSentError. Stops, if it still can, when this
   * process no longer owns the email.
   */
  sendMail(email: AccountEmail, ownership?: Pick<Ownership, 'isOwned'>): Promise<void>;
  close(): void;
};

// Separate connections, so that many account emails never delay an alert.
const CONNECTIONS = 2;

/** Sends emails about accounts directly, without the outbox. */
export function openMailer(settings: SmtpSettings): Mailer {
  const smtp = openSmtp(settings, CONNECTIONS);
  return {
    close: () => smtp.close(),
    async sendMail({ to, subject, text, html = null, messageId = randomUUID() }, ownership) {
      const outcome = await smtp.send({ to, subject, text, html, messageId, urgent: false }, ownership);
      if (outcome.kind !== 'sent') {
        throw new EmailNotSentError(faultText(outcome.fault, outcome), outcome.kind === 'temporary');
      }
    },
  };
}
