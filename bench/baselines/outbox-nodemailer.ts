import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import nodemailer from 'nodemailer';

/** nodemailer alone, pooled like Callpoint's: sends all emails of a file and exits. Arguments: SMTP URL, file. */

type Email = { address: string; subject: string; text: string; html: string };

const [, , url = '', file = ''] = process.argv;
const emails = JSON.parse(readFileSync(file, 'utf8')) as Email[];
const transporter = nodemailer.createTransport({ url, pool: true, maxConnections: 10, maxMessages: 1000 });
await Promise.all(
  emails.map(({ address, subject, text, html }) =>
    transporter.sendMail({
      from: { name: 'Callpoint', address: 'alerts@callpoint.example' },
      to: { name: '', address },
      subject,
      text,
      html,
      // The same bytes as Callpoint's emails, except for the ids.
      messageId: `<${randomUUID()}@callpoint.example>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      xMailer: false,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  ),
);
transporter.close();
