import nodemailer from 'nodemailer';
import { isEmailAddress } from '@callpoint/contract/fields';
import { readSmtpUrl } from '../../../config/smtp-url.ts';
import { tidyDetail, type Ours, type Outcome } from '../channel.ts';
import { askedAtLast, type Handover } from './fence-check.ts';
import { mailFault, type MailError } from './email-faults.ts';
import './rejected-envelope.ts';

/**
 * `url`: smtp:// or smtps://, see config/smtp-url.ts; `from`: the sender's address; `ca`: the certificate authorities
 * to trust instead of the public ones.
 */
export type SmtpSettings = { url: string; from: string; ca?: string[] | null };

export type Mail = {
  /** One plain address; anything else is refused and never reaches the wire. */
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** The part of the Message-ID before the @: the same one at every attempt. */
  messageId: string;
  urgent: boolean;
};

export type Smtp = {
  /** Sends one mail to one address; never rejects. Where it is no longer `held` it stops where it still can. */
  send(mail: Mail, held?: Ours): Promise<Outcome>;
  /** Closes the connections at once: a mail on its way fails. */
  close(): void;
};

const SENDER_NAME = 'Callpoint';
/** Milliseconds. A server that goes silent in the middle is given up after `socketTimeout`. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/** A connection is renewed now and then, as servers behind a changing name want. */
const MAILS_PER_CONNECTION = 1000;
/** An idle connection that the server had closed: one more try at once, on a new one. */
const REQUEUES = 1;

/** A pool of `connections` to a mail server; it connects when there is something to send. */
export function openSmtp({ url, from, ca = null }: SmtpSettings, connections: number): Smtp {
  const { host: server, port, auth, tls, timeouts } = readSmtpUrl(url);
  const transporter = nodemailer.createTransport({
    host: server,
    ...(port === null ? {} : { port }),
    ...(auth ? { auth } : {}),
    secure: tls.implicit,
    requireTLS: tls.required,
    tls: { ...(ca ? { ca } : {}), ...(tls.serverName ? { servername: tls.serverName } : {}) },
    pool: true,
    maxConnections: connections,
    maxMessages: MAILS_PER_CONNECTION,
    maxRequeues: REQUEUES,
    ...TIMEOUTS,
    ...timeouts,
  });
  // An error of an idle connection; the mail that meets it has its own.
  transporter.on('error', () => {});
  const handovers = new WeakMap<AbortSignal, Handover>();
  transporter.use('stream', askedAtLast(handovers));
  const host = from.slice(from.lastIndexOf('@') + 1);
  return {
    close: () => transporter.close({ force: true }),
    async send(mail, held) {
      // nodemailer takes apart what looks like several addresses; these are single plain ones, and stay so.
      if (!isEmailAddress(mail.to))
        return {
          kind: 'permanent',
          fault: 'mail-address-unusable',
          detail: 'This is not an e-mail address.',
        };
      const { signal, isOurs } = held ?? { signal: new AbortController().signal, isOurs: () => true };
      const handover: Handover = { isOurs, named: false, begun: false };
      handovers.set(signal, handover);
      try {
        const { response, accepted } = await transporter.sendMail({
          from: { name: SENDER_NAME, address: from },
          to: { name: '', address: mail.to },
          envelope: { from, to: [mail.to] },
          messageId: `<${mail.messageId}@${host}>`,
          subject: mail.subject,
          text: mail.text,
          ...(mail.html === null ? {} : { html: mail.html }),
          ...(mail.urgent ? { priority: 'high' } : {}),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          xMailer: false,
          disableFileAccess: true,
          disableUrlAccess: true,
          signal,
        });
        if (accepted.length !== 1)
          return { kind: 'temporary', fault: 'mail-unknown', detail: tidyDetail(response) };
        return { kind: 'sent', detail: tidyDetail(response) };
      } catch (error) {
        return mailFault(error as MailError, handover);
      }
    },
  };
}
