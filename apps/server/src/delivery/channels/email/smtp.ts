import SMTPPool from 'nodemailer/lib/smtp-pool';
import { isEmailAddress } from '@callpoint/contract/fields';
import { readSmtpUrl } from '../../../config/smtp-url.ts';
import type { SendOutcome, Ownership } from '../channel.ts';
import { FencedText, type EmailTransfer } from './fence-check.ts';
import { emailFault, type SmtpError } from './email-faults.ts';
import { renderEmail } from './render-email.ts';
import './rejected-envelope.ts';

/**
 * `url`: smtp:// or smtps://, see config/smtp-url.ts; `from`: the address in From; `ca`: the certificate authorities
 * to trust instead of the public ones.
 */
export type SmtpSettings = { url: string; from: string; ca?: string[] | null };

/** An email as the mail server gets it. */
export type Email = {
  /** One plain address; anything else is rejected. */
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** The part of the Message-ID before the @: the same one at every attempt. */
  messageId: string;
  urgent: boolean;
};

export type Smtp = {
  /** Sends one email to one address; never rejects. Stops, if it still can, when this process no longer owns it. */
  send(email: Email, ownership?: Partial<Ownership>): Promise<SendOutcome>;
  /** Closes the connections immediately: emails in flight fail. */
  close(): void;
};

const FROM_NAME = 'Callpoint';
/** Milliseconds. A server that stops responding in the middle is given up after `socketTimeout`. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/** Messages of one connection: new connections follow changes of the server's DNS records. */
const MAILS_PER_CONNECTION = 1000;
/** Retries on a new connection after the server closed an idle one. */
const REQUEUES = 1;

type QueuedMail = Parameters<SMTPPool['send']>[0];
type Accepted = { response: string; accepted: readonly unknown[] };

/** A pool of up to `connections` to a mail server; it connects on the first email. */
export function openSmtp({ url, from, ca = null }: SmtpSettings, connections: number): Smtp {
  const { host: server, port, auth, tls, timeouts } = readSmtpUrl(url);
  const pool = new SMTPPool({
    host: server,
    ...(port === null ? {} : { port }),
    ...(auth ? { auth } : {}),
    secure: tls.implicit,
    requireTLS: tls.required,
    tls: { ...(ca ? { ca } : {}), ...(tls.serverName ? { servername: tls.serverName } : {}) },
    maxConnections: connections,
    maxMessages: MAILS_PER_CONNECTION,
    maxRequeues: REQUEUES,
    ...TIMEOUTS,
    ...timeouts,
  });
  // An error of an idle connection. An email in flight gets its own error.
  pool.on('error', () => {});
  const host = from.slice(from.lastIndexOf('@') + 1);
  return {
    close: () => pool.close({ force: true }),
    async send(email, { signal = new AbortController().signal, isOwned = () => true } = {}) {
      // The address is part of a header and of a command.
      if (!isEmailAddress(email.to))
        return {
          kind: 'permanent',
          fault: 'mail-address-unusable',
          errorText: 'This is not an email address.',
        };
      const transfer: EmailTransfer = { isOwned, connected: false, textRequested: false };
      try {
        const messageId = `${email.messageId}@${host}`;
        const text = renderEmail(
          { ...email, from: { name: FROM_NAME, address: from }, messageId },
          new Date(),
        );
        const { response, accepted } = await sendOver(pool, {
          data: { signal },
          message: {
            getEnvelope: () => ({ from, to: [email.to] }),
            messageId: () => messageId,
            getHeader: () => messageId,
            // Called when a connection is ready.
            createReadStream() {
              transfer.connected = true;
              return new FencedText(text, transfer);
            },
          },
        });
        if (accepted.length !== 1)
          return { kind: 'temporary', fault: 'mail-unknown', providerText: response };
        return { kind: 'sent', providerText: response };
      } catch (error) {
        return emailFault(error as SmtpError, transfer);
      }
    },
  };
}

/** What the pool uses of nodemailer's emails: it sends our bytes, without composing them. */
type RenderedMail = {
  data: { signal: AbortSignal };
  message: {
    getEnvelope(): { from: string; to: string[] };
    messageId(): string;
    getHeader(): string;
    createReadStream(): FencedText;
  };
};

function sendOver(pool: SMTPPool, mail: RenderedMail): Promise<Accepted> {
  return new Promise((resolve, reject) => {
    pool.send(mail as unknown as QueuedMail, (error, accepted) =>
      error ? reject(error) : resolve(accepted as Accepted),
    );
  });
}
