import { expect, onTestFinished, test } from 'vitest';
import { startSmtpServer } from '../../testing/providers/smtp.ts';
import { EmailNotSentError, openMailer } from './account-email.ts';

async function ground() {
  const smtp = await startSmtpServer();
  const mailer = openMailer({ url: smtp.url, from: 'alerts@callpoint.example' });
  onTestFinished(async () => {
    mailer.close();
    await smtp.close();
  });
  return { smtp, mailer };
}

test('sends an account email as text with its own Message-ID, or with the given one and HTML', async () => {
  const { smtp, mailer } = await ground();
  const email = {
    to: 'tess@team.example',
    subject: 'Set a new password',
    text: 'Open this link:\n\nhttps://x/',
  };
  await mailer.sendMail(email);
  await mailer.sendMail({ ...email, messageId: 'reset-1', html: '<p>Open this link</p>' });
  const [plain, rich] = smtp.mails;
  expect(plain).toMatchObject({ to: ['tess@team.example'], subject: 'Set a new password', html: null });
  expect(plain?.text.trimEnd()).toBe(email.text);
  expect(plain?.messageId).toMatch(/^<[0-9a-f-]{36}@callpoint\.example>$/);
  expect(rich?.messageId).toBe('<reset-1@callpoint.example>');
  expect(rich?.html?.trimEnd()).toBe('<p>Open this link</p>');
});

test('a rejected email throws EmailNotSentError, which states whether a retry may succeed', async () => {
  const { smtp, mailer } = await ground();
  const email = { to: 'tess@team.example', subject: 'x', text: 'y' };
  smtp.behave(({ at }) => (at === 'rcpt' ? { code: 451, text: 'Later' } : undefined));
  await expect(mailer.sendMail(email)).rejects.toMatchObject({
    name: 'EmailNotSentError',
    isTemporary: true,
  });
  smtp.behave(({ at }) => (at === 'rcpt' ? { code: 550, text: 'Never' } : undefined));
  await expect(mailer.sendMail(email)).rejects.toMatchObject({ isTemporary: false });
  await expect(mailer.sendMail({ ...email, to: 'a@b.example, c@d.example' })).rejects.toThrow(
    EmailNotSentError,
  );
});
