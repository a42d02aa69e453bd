import { itemLabel, type Item } from '@callpoint/contract/catalog';
import { emailDocument } from './email-document.ts';
import type { PlannedMessage } from '../plan/messages.ts';
import { renderLine, renderEmail, renderText } from './rendering.ts';
import type { VariableValues } from './values.ts';

/** The content of messages: templates filled in, up to the limit of their channel. Sent messages and previews share it. */

/**
 * Maximum lengths of filled-in texts, in UTF-16 code units. `text`: providers reject longer ones; about ten SMS segments
 * of GSM-7. `subject`: a long value must not fill the header of an email.
 */
export const TEXT_LIMITS = { subject: 200, text: 1600, mail: 100_000, screen: 10_000 } as const;

/** Maximum bytes of all emails of one submission, in UTF-8: each kind's text and HTML count once. */
export const EMAIL_BYTES_PER_SUBMISSION = 768 * 1024;
/** The bytes of a document around its body. */
const DOCUMENT_BYTES = 3 * 1024;

const CUT = '[This text was shortened here.]';

export type Content = Pick<PlannedMessage, 'subject' | 'text' | 'html'>;

/**
 * The content of an email whose text and HTML together have at most `bytes` bytes in UTF-8, and the bytes that it uses.
 */
export function emailContentWithin(
  maxBytes: number,
  subjectTemplate: string,
  template: string,
  values: VariableValues,
) {
  const subject = renderLine(subjectTemplate, values, TEXT_LIMITS.subject, '…');
  const { text, html, bytes } = renderEmail(template, values, {
    characters: TEXT_LIMITS.mail,
    bytes: maxBytes - DOCUMENT_BYTES,
    ending: CUT,
  });
  const content = { subject, text, html: emailDocument(subject, html) } satisfies Content;
  return { content, bytes: bytes + DOCUMENT_BYTES };
}

export function emailContent(subjectTemplate: string, template: string, values: VariableValues) {
  return emailContentWithin(EMAIL_BYTES_PER_SUBMISSION, subjectTemplate, template, values).content;
}

/** A plain text beyond its limit is cut there and ends in `...` (three GSM-7 characters, which do not increase its cost). */
export function textContent(template: string, values: VariableValues) {
  return {
    subject: null,
    text: renderText(template, values, TEXT_LIMITS.text, '...'),
    html: null,
  } satisfies Content;
}

/** The text that the phone shows immediately; never blank. */
export function screenContent(item: Item, template: string, values: VariableValues): string {
  const text = renderText(template, values, TEXT_LIMITS.screen, `… ${CUT}`);
  return text.trim() === '' ? `Received: ${itemLabel(item)}.` : text;
}
