import { randomUUID } from 'node:crypto';
import MimeNode from 'nodemailer/lib/mime-node';
import { foldLines } from 'nodemailer/lib/mime-funcs';
import * as quotedPrintable from 'nodemailer/lib/qp';

/** An email before it is rendered; the names, addresses and the id (without angle brackets) are plain ASCII. */
export type EmailContent = {
  from: { name: string; address: string };
  to: string;
  messageId: string;
  subject: string;
  text: string;
  html: string | null;
  urgent: boolean;
};

/** Such a subject is written as it is: no quotes, and nothing that a mail program could read as an encoded word. */
const PLAIN_SUBJECT = /^[ !#-<>-~]*$/;
const LONG_LINE = /^.{77,}/m;
const LATIN = /[A-Za-z]/g;
const NOT_ASCII = /[^\t\n\r -\u007F]/g;
const BASE64_LINE = /.{76}(?=.)/g;

/** Always the same fields: the email is not a person's, and no one is asked for an automatic reply. */
const AUTOMATIC = ['Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: All'];
const URGENT = ['X-Priority: 1 (Highest)', 'X-Msmail-Priority: High', 'Importance: High'];

/**
 * The bytes of an email (RFC 5322, RFC 2045): the same as those of nodemailer's composer except for the boundary. The composer reads each
 * text as a stream, which took most of the time of an email. An email without texts has one that is empty.
 */
export function renderEmail(email: EmailContent, now: Date): Buffer {
  const { from, to, messageId, subject, text, html, urgent } = email;
  const [first, second] = [
    ...(text === '' ? [] : [renderPart('plain', text)]),
    ...(html === null || html === '' ? [] : [renderPart('html', html)]),
  ];
  const single = first ?? renderPart('plain', '');
  const boundary = `--_${randomUUID()}`;
  const head = [
    ...AUTOMATIC,
    `From: ${from.name} <${from.address}>`,
    foldLines(`To: ${to}`, 76),
    ...(subject === '' ? [] : [foldLines(`Subject: ${encodeSubject(subject)}`, 76)]),
    foldLines(`Message-ID: <${messageId}>`, 76),
    ...(urgent ? URGENT : []),
    ...(second || !single.encoding ? [] : [single.encoding]),
    `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    second ? `Content-Type: multipart/alternative;\r\n boundary="${boundary}"` : single.type,
    '',
  ];
  const body = second
    ? [
        ...[single, second].flatMap(({ type, encoding, content }) => [
          `--${boundary}`,
          type,
          encoding,
          '',
          content,
        ]),
        `--${boundary}--`,
        '',
      ]
    : [single.content, ''];
  return Buffer.from([...head, ...body].join('\r\n'));
}

function encodeSubject(subject: string): string {
  return PLAIN_SUBJECT.test(subject) ? subject : MimeNode.encodeHeaderValue('Subject', subject);
}

type Part = { type: string; encoding: string; content: string };

/** Short lines of ASCII are written as they are, other texts in the encoding that keeps more of them readable. */
function renderPart(kind: 'plain' | 'html', content: string): Part {
  const render = (encoding: string, encoded: string): Part => ({
    type: `Content-Type: text/${kind}; charset=utf-8`,
    encoding: `Content-Transfer-Encoding: ${encoding}`,
    content: encoded,
  });
  const others = count(content, NOT_ASCII);
  if (others === 0 && !LONG_LINE.test(content)) return render('7bit', content);
  if (others < count(content, LATIN))
    return render('quoted-printable', quotedPrintable.wrap(quotedPrintable.encode(content)));
  return render('base64', Buffer.from(content).toString('base64').replace(BASE64_LINE, '$&\r\n'));
}

function count(text: string, characters: RegExp): number {
  return text.match(characters)?.length ?? 0;
}
