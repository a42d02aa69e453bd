import { randomUUID } from 'node:crypto';
import type { ChannelFinding } from '../channel.ts';
import { DEFAULT_FROM } from './email-variables.ts';
import { openSmtp, type SmtpSettings } from './smtp.ts';

const TEST = {
  subject: 'Callpoint test email',
  text: 'This is a test. If you read it, Callpoint can send email to this address.\n\nYou requested it with npm run doctor.\n',
  html: null,
  urgent: false,
};

/** Checks the sender, and sends a real email to the operator. @param to null: none is sent */
export async function examineMail(settings: SmtpSettings, to: string | null): Promise<ChannelFinding[]> {
  return [...senderFindings(settings), ...(await sendTest(settings, to))];
}

function senderFindings({ from }: SmtpSettings): ChannelFinding[] {
  if (from !== DEFAULT_FROM) return [];
  const text = `MAIL_FROM is not set: emails come from ${from}, a domain that does not exist`;
  const fix =
    'Set MAIL_FROM to an address of your domain: mail servers reject unknown domains or treat them as spam.';
  return [{ level: 'problem', text, fix }];
}

async function sendTest(settings: SmtpSettings, to: string | null): Promise<ChannelFinding[]> {
  if (to === null) {
    const fix = 'Send a test email to yourself: npm run doctor -- you@example.com';
    return [{ level: 'warning', text: 'not tested', fix }];
  }
  const smtp = openSmtp(settings, 1);
  try {
    const outcome = await smtp.send({ ...TEST, to, messageId: randomUUID() });
    if (outcome.kind === 'sent')
      return [{ level: 'ok', text: `the mail server accepted a test email to ${to}`, fix: null }];
    return [
      {
        level: 'problem',
        text: `the test email was not sent: ${outcome.providerText ?? outcome.errorText ?? outcome.fault}`,
        fix: 'Check SMTP_URL and MAIL_FROM. docs/operations.md explains each fault.',
      },
    ];
  } finally {
    smtp.close();
  }
}
