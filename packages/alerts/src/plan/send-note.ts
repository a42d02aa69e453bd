import { DRILL_NOTE, DRILL_PREFIX } from '@callpoint/contract/drills';
import { escapeHtml } from '../templates/rendering.ts';
import { shorten } from '../templates/clean-text.ts';
import { timeText } from '../templates/time-text.ts';
import { TEXT_LIMITS } from '../templates/content.ts';

/** The line at the start of a message that is sent long after the submission that it is about. */

/** What a message is about: a press, an emergency that the server raised because a check-in was not answered, a sent form, a report that the person is safe, or none of these. */
export type NoteOccasion = 'press' | 'check-in' | 'form' | 'report' | 'other';

const OCCASIONS: Readonly<Record<NoteOccasion, string>> = {
  press: 'pressed on',
  'check-in': 'raised on',
  form: 'submitted on',
  report: 'reported on',
  other: 'written on',
};

type Times = { occasion: NoteOccasion; occurredAt: string; now: string; zone: string };

/** The note of a message that a person resends. Times are ISO 8601. */
export function resentNote({ occasion, occurredAt, now, zone }: Times): string {
  return `Sent again on ${timeText(now, zone)}; ${OCCASIONS[occasion]} ${timeText(occurredAt, zone)}`;
}

/** A message that was held is marked as late after this time, in milliseconds. */
const LATE_AFTER = 10 * 60 * 1000;

/** The note of a message that was held until now; null if it is not late. */
export function lateNote(times: Times): string | null {
  const { occasion, occurredAt, now, zone } = times;
  if (Date.parse(now) - Date.parse(occurredAt) <= LATE_AFTER) return null;
  return `Sent late on ${timeText(now, zone)}; ${OCCASIONS[occasion]} ${timeText(occurredAt, zone)}`;
}

/** The note of the messages about a submission, or a report, that the server received long after it was made. */
export function delayedNote(
  occasion: NoteOccasion,
  occurredAt: string,
  receivedAt: string,
  zone: string,
): string {
  return `Delayed: ${OCCASIONS[occasion]} ${timeText(occurredAt, zone)}; received on ${timeText(receivedAt, zone)}`;
}

/** The note of the messages about a press that was raised because nobody answered a check-in. */
export function missedCheckInNote(dueAt: string, zone: string): string {
  return `No answer to the check-in due on ${timeText(dueAt, zone)}`;
}

type StoredText = { subject: string | null; body: string; html: string | null };

/**
 * A stored text with its note at the start of the subject and the text. It keeps the limits of its channel. A text that
 * was deleted stays empty.
 */
export function withNote<Text extends StoredText>(text: Text, given: string | null): Text {
  if (given === null || (text.body === '' && text.subject === null)) return text;
  const { subject, body, html } = text;
  // Nothing may come before it.
  const note = body.startsWith(DRILL_NOTE) ? `${DRILL_PREFIX}. ${given}` : given;
  const isMail = subject !== null;
  return {
    ...text,
    subject: subject === null ? null : shorten(`${note}: ${subject}`, TEXT_LIMITS.subject, '…'),
    body: shorten(
      isMail ? `${note}\n\n${body}` : `${note}. ${body}`,
      isMail ? Infinity : TEXT_LIMITS.text,
      '...',
    ),
    html: html === null ? null : htmlWithNote(html, note),
  };
}

/** The note is the first paragraph of the body. Everything before the body's tag is our own or escaped. */
function htmlWithNote(html: string, note: string): string {
  const paragraph = `<p style="max-width:600px;margin:0 auto;padding:24px 16px 0;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;font-weight:600">${escapeHtml(note)}</p>`;
  return html.replace(/<body[^>]*>/, (tag) => `${tag}\n${paragraph}`);
}
