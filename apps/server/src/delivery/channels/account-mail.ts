import { randomUUID } from 'node:crypto';
import { openSmtp, type SmtpSettings } from './email/smtp.ts';

/** A mail about an account, like a link to set a new password. */
export type AccountMail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The part of the Message-ID before the @; give the same one with each try of the same mail. */
  messageId?: string;
};

/** The mail was not taken. `passing`: another try may succeed. */
export class MailNotSent extends Error {
  readonly passing: boolean;
  constructor(detail: string, passing: boolean) {
    super(detail);
    this.name = 'MailNotSent';
    this.passing = passing;
  }
}

export type Mailer = {
  /** Resolves when the mail server has taken the mail; throws MailNotSent. */
  sendMail(mail: AccountMail): Promise<void>;
  close(): void;
};

// Connections of its own, so that a flood of account mail never stands before an alert.
const CONNECTIONS = 2;

/** Sends mail that is no alert: directly, without the outbox. */
export function openMailer(settings: SmtpSettings): Mailer {
  const smtp = openSmtp(settings, CONNECTIONS);
  return {
    close: () => smtp.close(),
    async sendMail({ to, subject, text, html = null, messageId = randomUUID() }) {
      const outcome = await smtp.send({ to, subject, text, html, messageId, urgent: false });
      if (outcome.kind !== 'sent') throw new MailNotSent(outcome.detail, outcome.kind === 'temporary');
    },
  };
}
