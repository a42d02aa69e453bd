import { randomUUID } from 'node:crypto';
import { cleanProviderText, type ChannelFinding } from '../channel.ts';
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
    return [sendingProblem(outcome.providerText ?? outcome.errorText ?? outcome.fault)];
  } finally {
    smtp.close();
  }
}

/** The TLS library's own text has several lines. */
function sendingProblem(reason: string): ChannelFinding {
  if (/wrong version number/.test(reason)) {
    return {
      level: 'problem',
      text: 'the test email was not sent: the port of SMTP_URL does not speak TLS from the first byte',
      fix: 'Write smtp:// in SMTP_URL, which encrypts by STARTTLS, or use the TLS port of the mail server (465).',
    };
  }
  return {
    level: 'problem',
    text: `the test email was not sent: ${cleanProviderText(reason)}`,
    fix: 'Check SMTP_URL and MAIL_FROM. docs/operations.md explains the usual reasons under Email.',
  };
}
