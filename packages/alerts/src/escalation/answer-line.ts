import { RESPOND_LINK, showPersonalLinks } from '@callpoint/contract/respond-link';
import { DRILL_NOTE, DRILL_PREFIX } from '@callpoint/contract/drills';
import type { PlannedMessage } from '../plan/messages.ts';
import { withNote } from '../plan/send-note.ts';
import { shorten } from '../templates/clean-text.ts';
import { TEXT_LIMITS } from '../templates/content.ts';

/** What is added to the texts of an incident. */

/** The most characters by which a personal link is longer than `RESPOND_LINK`, and of notes at the start of the text. */
const LINK_RESERVE = 350;

const MAIL_LINE = 'Can you help? Answer with your personal link:';
const TEXT_LINE = 'Reply 1 (I have it) or 2 (I can’t), or open';
const ASCII_TEXT_LINE = TEXT_LINE.replace('’', "'");

type Texts = Pick<PlannedMessage, 'subject' | 'text' | 'html'>;

/**
 * The message without the mark of a personal link. A person can write the mark: the recipient's link, with which emergencies are
 * answered and closed, would be in an address of that person's choice.
 */
export function withoutLinks<Message extends Texts>(message: Message): Message {
  const { subject, text, html } = message;
  return {
    ...message,
    subject: subject === null ? null : showPersonalLinks(subject),
    text: showPersonalLinks(text),
    html: html === null ? null : showPersonalLinks(html),
  };
}

/** The message, with a line that asks for an answer at its end: the only place of the personal link. */
export function withAnswerLine<Message extends Texts>(message: Message): Message {
  const { subject, text, html } = withoutLinks(message);
  if (subject === null) {
    return {
      ...message,
      text: `${shorten(text, TEXT_LIMITS.text - (TEXT_END.length - 1) - LINK_RESERVE, '...')}${TEXT_END}`,
    };
  }
  return {
    ...message,
    text: `${text}\n${MAIL_END}`,
    html: html === null ? null : html.replace('</body>', `<p style="${STYLE}">${MAIL_LINE}${HTML_END}`),
  };
}

/** The ends of texts and HTML with an answer line. A person can write no HTML: what people write is escaped. */
const TEXT_END = `\n${ASCII_TEXT_LINE} ${RESPOND_LINK}`;
const MAIL_END = `\n${MAIL_LINE}\n${RESPOND_LINK}`;
const HTML_END = `<br><a href="${RESPOND_LINK}">${RESPOND_LINK}</a></p>\n</body>`;
const STYLE =
  "max-width:600px;margin:0 auto;padding:0 16px 24px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5";

type StoredTexts = { subject: string | null; body: string; html: string | null };

/**
 * A stored message with the personal link in its answer line, just before it is sent. Marks elsewhere were written by people, and
 * never become a link: not every message was planned by code that removes them.
 * @param createUrl called only for a message with an answer line
 */
export function fillAnswerLine<Message extends StoredTexts>(
  message: Message,
  createUrl: () => string,
): Message {
  const { subject, body, html } = message;
  const end = [TEXT_END, MAIL_END].find((line) => body.endsWith(line)) ?? null;
  const url = end === null ? null : createUrl();
  return {
    ...message,
    subject: subject === null ? null : showPersonalLinks(subject),
    body: fillLast(body, end, url),
    html: html === null ? null : fillLast(html, HTML_END, url),
  };
}

/** The text with `url` for the marks in the last `part`. */
function fillLast(text: string, part: string | null, url: string | null): string {
  const at = part === null || url === null ? -1 : text.lastIndexOf(part);
  if (part === null || url === null || at === -1) return showPersonalLinks(text);
  const filled = part.replaceAll(RESPOND_LINK, url);
  return `${showPersonalLinks(text.slice(0, at))}${filled}${showPersonalLinks(text.slice(at + part.length))}`;
}

/** The end of the note of a drill: the text after it may ask to call 911. */
const REAL_TEXT = 'The text of a real alert follows';

/** The message of a drill: nobody can take it for a real one. */
export function asDrill<Message extends Texts>(message: Message): Message {
  return markAsDrill(message, `${DRILL_NOTE}. ${REAL_TEXT}`);
}

/** The message of a drill to the app user in whose name it was started, and who has pressed nothing. */
export function asDrillForUser<Message extends Texts>(message: Message, label: string): Message {
  const subject = message.subject === null ? null : `Your safety team practices ${label}`;
  return markAsDrill(
    { ...message, subject },
    `${DRILL_NOTE}. Your safety team started it in your name; you did not press a button. ${REAL_TEXT}`,
  );
}

function markAsDrill<Message extends Texts>(message: Message, note: string): Message {
  const { subject, text, html } = message;
  const isMail = subject !== null;
  const marked = withNote({ subject, body: text, html }, isMail ? `${note}.` : note);
  return {
    ...message,
    subject: isMail ? shorten(`${DRILL_PREFIX}: ${subject}`, TEXT_LIMITS.subject, '…') : null,
    text: marked.body,
    html: marked.html,
  };
}

/** The phone's text of a drill. */
export function drillScreenText(text: string): string {
  return `${DRILL_NOTE}. ${REAL_TEXT}. ${text}`;
}
