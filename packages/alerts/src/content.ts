import { itemLabel, type Item } from '@callpoint/contract/catalogue';
import { shorten } from './clean-text.ts';
import { mailDocument } from './mail-document.ts';
import type { PlannedMessage } from './messages.ts';
import { renderHtml, renderLine, renderText } from './rendering.ts';
import type { Values } from './values.ts';

/** What a message says: templates filled in, as long as its channel takes. Plans and previews are made of the same. */

/** The provider refuses longer SMS; in UTF-16 code units, about ten segments of GSM-7. */
export const SMS_LIMIT = 1600;
/** Of a filled-in subject, in UTF-16 code units: a long value must not push the rest of a mail's header away. */
export const SUBJECT_LIMIT = 250;

export type Content = Pick<PlannedMessage, 'subject' | 'text' | 'html'>;

export function mailContent(subjectTemplate: string, template: string, values: Values) {
  const subject = shorten(renderLine(subjectTemplate, values), SUBJECT_LIMIT, '…');
  return {
    subject,
    text: renderText(template, values),
    html: mailDocument(subject, renderHtml(template, values)),
  } satisfies Content;
}

/** An SMS beyond `SMS_LIMIT` is cut there and ends in `...` (three GSM-7 characters, so the cut makes it no dearer). */
export function smsContent(template: string, values: Values) {
  return {
    subject: null,
    text: shorten(renderText(template, values), SMS_LIMIT, '...'),
    html: null,
  } satisfies Content;
}

/** What the phone shows its user at once; never blank. */
export function screenContent(item: Item, template: string, values: Values): string {
  const text = renderText(template, values);
  return text.trim() === '' ? `Received: ${itemLabel(item)}.` : text;
}
