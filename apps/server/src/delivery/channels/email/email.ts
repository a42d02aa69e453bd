import { readSmtpUrl } from '../../../config/smtp-url.ts';
import type { Sender } from '../channel.ts';
import { openSmtp, type SmtpSettings } from './smtp.ts';

/**
 * Ten for ordinary mails, two for emergencies, two apart: enough to keep a local server busy, few enough for most
 * providers that count connections; `?maxConnections=` changes it.
 */
const CONNECTIONS = 14;
/** From six on, one of six is apart: for messages by which one may break. */
const ONE_APART_OF = 6;

export type EmailSender = Sender & {
  /** After the worker has stopped. */
  close(): void;
};

/** Sends messages of the outbox as e-mail, each to its one address. */
export function emailSender(settings: SmtpSettings): EmailSender {
  const connections = readSmtpUrl(settings.url).connections ?? CONNECTIONS;
  const apart = Math.floor(connections / ONE_APART_OF);
  const usualWay = openSmtp(settings, connections - apart);
  const wayApart = apart > 0 ? openSmtp(settings, apart) : usualWay;
  return {
    atOnce: connections - apart,
    apart,
    close() {
      usualWay.close();
      wayApart.close();
    },
    send: (message, ours, goesApart = false) =>
      (goesApart ? wayApart : usualWay).send(
        {
          to: message.address,
          subject: message.subject ?? '',
          text: message.body,
          html: message.html,
          messageId: message.message_key,
          urgent: message.priority === 0,
        },
        ours,
      ),
  };
}
