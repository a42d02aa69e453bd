import { readSmtpUrl } from '../../../config/smtp-url.ts';
import type { ChannelAdapter } from '../channel.ts';
import { openSmtp, type SmtpSettings } from './smtp.ts';

/**
 * Connections: ten for ordinary emails, two for emergencies, two isolated. Enough to keep a local server busy, and few
 * enough for most providers with a connection limit; `?maxConnections=` changes it.
 */
const CONNECTIONS = 14;
/** With six or more connections, one of six is isolated, for messages that may break their connection. */
const ONE_ISOLATED_OF = 6;

export type EmailAdapter = ChannelAdapter & { close(): void };

/** Sends messages of the outbox by email, each to its one address. */
export function createEmailAdapter(settings: SmtpSettings): EmailAdapter {
  const connections = readSmtpUrl(settings.url).connections ?? CONNECTIONS;
  const isolated = Math.floor(connections / ONE_ISOLATED_OF);
  const shared = openSmtp(settings, connections - isolated);
  const separate = isolated > 0 ? openSmtp(settings, isolated) : shared;
  return {
    concurrency: connections - isolated,
    isolatedConcurrency: isolated,
    close() {
      shared.close();
      separate.close();
    },
    send: (message, ownership, isIsolated = false) =>
      (isIsolated ? separate : shared).send(
        {
          to: message.address,
          subject: message.subject ?? '',
          text: message.body,
          html: message.html,
          messageId: message.message_key,
          urgent: message.priority === 0,
        },
        ownership,
      ),
  };
}
