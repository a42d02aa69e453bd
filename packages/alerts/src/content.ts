import { itemLabel, type Item } from '@callpoint/contract/catalogue';
import { mailDocument } from './mail-document.ts';
import type { PlannedMessage } from './messages.ts';
import { renderLine, renderMail, renderText } from './rendering.ts';
import type { Values } from './values.ts';

/** What a message says: templates filled in, up to the limit of its channel. Plans and previews are made of the same. */

/**
 * Maximum lengths of filled-in texts, in UTF-16 code units. `sms`: the provider rejects longer ones; about ten segments
 * of GSM-7. `subject`: a long value must not push the rest of a mail's header away.
 */
export const TEXT_LIMITS = { subject: 200, sms: 1600, mail: 100_000, screen: 10_000 } as const;

/** Maximum bytes of all emails of one submission, in UTF-8: each kind's text and HTML count once. */
export const MAIL_BYTES_PER_SUBMISSION = 768 * 1024;
/** What a document has around its body. */
const DOCUMENT_BYTES = 3 * 1024;

const CUT = '[This text was shortened here.]';

export type Content = Pick<PlannedMessage, 'subject' | 'text' | 'html'>;

/**
 * The content of an email whose text and HTML may have so many bytes together, in UTF-8, and how many it uses at most.
 */
export function mailContentWithin(
  maxBytes: number,
  subjectTemplate: string,
  template: string,
  values: Values,
) {
  const subject = renderLine(subjectTemplate, values, TEXT_LIMITS.subject, '…');
  const { text, html, bytes } = renderMail(template, values, {
    characters: TEXT_LIMITS.mail,
    bytes: maxBytes - DOCUMENT_BYTES,
    ending: CUT,
  });
  const content = { subject, text, html: mailDocument(subject, html) } satisfies Content;
  return { content, bytes: bytes + DOCUMENT_BYTES };
}

export function mailContent(subjectTemplate: string, template: string, values: Values) {
  return mailContentWithin(MAIL_BYTES_PER_SUBMISSION, subjectTemplate, template, values).content;
}

/** An SMS beyond its limit is cut there and ends in `...` (three GSM-7 characters, so the cut makes it no dearer). */
export function smsContent(template: string, values: Values) {
  return {
    subject: null,
    text: renderText(template, values, TEXT_LIMITS.sms, '...'),
    html: null,
  } satisfies Content;
}

/** What the phone shows its user at once; never blank. */
export function screenContent(item: Item, template: string, values: Values): string {
  const text = renderText(template, values, TEXT_LIMITS.screen, `… ${CUT}`);
  return text.trim() === '' ? `Received: ${itemLabel(item)}.` : text;
}
