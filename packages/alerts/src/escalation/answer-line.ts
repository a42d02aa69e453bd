import { RESPOND_LINK } from '@callpoint/contract/respond-link';
import { DRILL_NOTE, DRILL_PREFIX } from '@callpoint/contract/drills';
import type { PlannedMessage } from '../plan/messages.ts';
import { withNote } from '../plan/send-note.ts';
import { shorten } from '../templates/clean-text.ts';
import { TEXT_LIMITS } from '../templates/content.ts';

/** What is added to the texts of an incident. */

/** The most characters by which a personal link is longer than `RESPOND_LINK`, and of notes at the start of the text. */
const LINK_RESERVE = 260;

const MAIL_LINE = 'Can you help? Answer with your personal link:';
const TEXT_LINE = 'Reply 1 (I have it) or 2 (I can’t), or open';
const ASCII_TEXT_LINE = TEXT_LINE.replace('’', "'");

type Texts = Pick<PlannedMessage, 'subject' | 'text' | 'html'>;

/** The message, with a line that asks for an answer at its end. */
export function withAnswerLine<Message extends Texts>(message: Message): Message {
  const { subject, text, html } = message;
  if (subject === null) {
    const line = `${ASCII_TEXT_LINE} ${RESPOND_LINK}`;
    return {
      ...message,
      text: `${shorten(text, TEXT_LIMITS.text - line.length - LINK_RESERVE, '...')}\n${line}`,
    };
  }
  return {
    ...message,
    text: `${text}\n\n${MAIL_LINE}\n${RESPOND_LINK}`,
    html: html === null ? null : html.replace('</body>', `${htmlLine()}\n</body>`),
  };
}

function htmlLine(): string {
  const style =
    "max-width:600px;margin:0 auto;padding:0 16px 24px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5";
  return `<p style="${style}">${MAIL_LINE}<br><a href="${RESPOND_LINK}">${RESPOND_LINK}</a></p>`;
}

/** The message of a drill: nobody can take it for a real one. */
export function asDrill<Message extends Texts>(message: Message): Message {
  const { subject, text, html } = message;
  const isMail = subject !== null;
  const marked = withNote({ subject, body: text, html }, isMail ? `${DRILL_NOTE}.` : DRILL_NOTE);
  return {
    ...message,
    subject: isMail ? shorten(`${DRILL_PREFIX}: ${subject}`, TEXT_LIMITS.subject, '…') : null,
    text: marked.body,
    html: marked.html,
  };
}
