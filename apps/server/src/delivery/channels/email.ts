import type { Sender } from '../sender.ts';
import { openSmtp, type SmtpSettings } from './smtp.ts';

/** Enough to keep a local server busy, few enough for providers that count connections; `?maxConnections=` changes it. */
const CONNECTIONS = 10;

export type EmailSender = Sender & {
  /** After the worker has stopped. */
  close(): void;
};

/** Sends messages of the outbox as e-mail, each to its one address. */
export function emailSender(settings: SmtpSettings): EmailSender {
  const smtp = openSmtp(settings, CONNECTIONS);
  return {
    atOnce: smtp.atOnce,
    close: () => smtp.close(),
    send: (message, ours) =>
      smtp.send(
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
