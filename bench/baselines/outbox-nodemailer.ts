import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import nodemailer from 'nodemailer';

/** nodemailer alone, pooled as Callpoint's is: sends these mails to a server and ends. Arguments: its URL, their file. */

type Mail = { address: string; subject: string; text: string; html: string };

const [, , url = '', file = ''] = process.argv;
const mails = JSON.parse(readFileSync(file, 'utf8')) as Mail[];
const transporter = nodemailer.createTransport({ url, pool: true, maxConnections: 10, maxMessages: 1000 });
await Promise.all(
  mails.map(({ address, subject, text, html }) =>
    transporter.sendMail({
      from: { name: 'Callpoint', address: 'alerts@callpoint.example' },
      to: { name: '', address },
      subject,
      text,
      html,
      // As Callpoint's: the same bytes but for what names a mail.
      messageId: `<${randomUUID()}@callpoint.example>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      xMailer: false,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  ),
);
transporter.close();
