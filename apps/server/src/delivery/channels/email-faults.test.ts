import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { startSmtpServer, type SmtpStep } from '../../testing/smtp.ts';
import { mailFault } from './email-faults.ts';
import { openSmtp, type Mail } from './smtp.ts';

const MAIL: Mail = {
  to: 'safety@team.example',
  subject: 'Help',
  text: 'Ana needs help.',
  html: null,
  messageId: 'abc',
  urgent: false,
};

async function outcomeAt(url: string) {
  const smtp = openSmtp({ url, from: 'alerts@callpoint.example' }, 1);
  onTestFinished(() => smtp.close());
  return await smtp.send(MAIL);
}

const ANSWERS: readonly [SmtpStep['at'], number, string, 'temporary' | 'permanent', string][] = [
  ['connect', 421, '4.3.2 Too busy', 'temporary', 'The mail server is busy or closing.'],
  ['connect', 554, 'No SMTP service here', 'temporary', 'The mail server does not talk to this server.'],
  ['mail', 451, '4.3.0 Try again', 'temporary', 'The mail server has a problem of its own.'],
  [
    'mail',
    530,
    '5.7.0 Must issue a STARTTLS command first',
    'temporary',
    'The mail server wants us to sign in or to use TLS first.',
  ],
  [
    'mail',
    550,
    '5.7.60 Not allowed to send as this sender',
    'temporary',
    'The mail server refused our sender address.',
  ],
  ['mail', 552, '5.3.4 Message too big', 'permanent', 'The message is too large for the mail server.'],
  ['rcpt', 450, '4.2.0 Greylisted', 'temporary', 'The mail server cannot take the message at the moment.'],
  ['rcpt', 451, '4.7.1 Greylisted', 'temporary', 'The mail server asks to try again later.'],
  ['rcpt', 452, '4.2.2 Over quota', 'temporary', 'The mailbox is full.'],
  ['rcpt', 452, 'Too many recipients', 'temporary', 'The mail server has no room at the moment.'],
  ['rcpt', 503, '5.5.1 Bad sequence', 'temporary', 'The mail server lost track of the conversation.'],
  ['rcpt', 550, '5.1.1 User unknown', 'permanent', 'There is no such mailbox.'],
  ['rcpt', 550, '5.1.2 Bad domain', 'permanent', 'The address is wrong.'],
  ['rcpt', 550, '5.2.1 Disabled', 'permanent', 'The mailbox is closed.'],
  ['rcpt', 552, '5.2.2 Over quota', 'permanent', 'The mailbox is full.'],
  ['rcpt', 550, 'No', 'permanent', 'The mail server refused the recipient.'],
  ['data', 421, '4.4.2 Bye', 'temporary', 'The mail server is busy or closing.'],
  ['data', 452, '4.3.1 Disk full', 'temporary', 'The mail server has a problem of its own.'],
  ['data', 550, '5.7.1 Looks like spam', 'permanent', 'The mail server does not allow this message.'],
  ['data', 554, 'Transaction failed', 'permanent', 'The mail server refused the message.'],
];

test.for(ANSWERS)('%s answered with %i %s is %s', async ([step, code, text, kind, means]) => {
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  server.behave(({ at }) => (at === step ? { code, text } : undefined));
  expect(await outcomeAt(server.url)).toEqual({ kind, detail: `${means} It said: ${code} ${text}` });
});

test.for(['connect', 'mail', 'rcpt', 'data'] as const)(
  'a connection cut at %s is temporary',
  async (step) => {
    const server = await startSmtpServer();
    onTestFinished(() => server.close());
    server.behave(({ at }) => (at === step ? 'cut' : undefined));
    expect(await outcomeAt(server.url)).toMatchObject({ kind: 'temporary' });
  },
);

test('no server at all, a name that does not exist, and a server that speaks no SMTP are temporary', async () => {
  const gone = await startSmtpServer();
  await gone.close();
  expect(await outcomeAt(gone.url)).toMatchObject({
    kind: 'temporary',
    detail: expect.stringMatching(/^The mail server could not be reached\. .*ECONNREFUSED/),
  });
  expect(await outcomeAt('smtp://no-such-host.invalid')).toMatchObject({
    kind: 'temporary',
    detail: expect.stringMatching(/^The mail server's name was not found/),
  });
  const web = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
  await once(web, 'listening');
  onTestFinished(() => void web.close());
  const { port } = web.address() as AddressInfo;
  expect(await outcomeAt(`smtp://127.0.0.1:${port}`)).toMatchObject({ kind: 'temporary' });
  expect(await outcomeAt(`smtps://127.0.0.1:${port}`)).toMatchObject({ kind: 'temporary' });
});

test('what the server says is kept short and without control characters', () => {
  const response = `550-5.1.1 No\r\n550 5.1.1 \u001b[31m${'x'.repeat(5000)}\u0000`;
  const { detail } = mailFault({
    code: 'EENVELOPE',
    command: 'RCPT TO',
    response,
    responseCode: 550,
    message: '',
  });
  expect(detail).toMatch(/^There is no such mailbox\. It said: 550-5\.1\.1 No 550 5\.1\.1 \[31mx+…$/);
  expect(detail).toHaveLength(500);
});

test('what nobody knows is temporary', () => {
  expect(mailFault({ message: 'odd' })).toEqual({
    kind: 'temporary',
    detail: 'The e-mail could not be sent. (odd)',
  });
});
