import { fillAnswerLine } from '@callpoint/alerts/escalation/answer-line';
import { RESPOND_PATH } from '@callpoint/contract/respond-link';
import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../db/tables.ts';
import type { ClaimedMessage } from '../../delivery/queue/claim.ts';
import { storeLinks } from './links.ts';

/** 128 random bits, 22 characters. */
function createToken(): string {
  return randomBytes(16).toString('base64url');
}

/** What is stored of a token. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Puts the recipient's personal link into messages about an incident, just before they are sent: only the message has
 * the link, the database a hash.
 */
export function personalizeMessages(publicUrl: () => string) {
  return async (db: Db, messages: readonly ClaimedMessage[]): Promise<ClaimedMessage[]> => {
    const links: { tokenHash: string; responderId: number }[] = [];
    const personal = messages.map((message) => {
      const { responder_id: responderId } = message;
      if (responderId === null) return message;
      return fillAnswerLine(message, () => {
        const token = createToken();
        links.push({ tokenHash: hashLinkToken(token), responderId });
        return `${publicUrl()}/${RESPOND_PATH}/${token}`;
      });
    });
    await storeLinks(db, links, new Date());
    return personal;
  };
}
