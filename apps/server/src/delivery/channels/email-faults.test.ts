import { FAULTS, type FaultKind } from '@callpoint/contract/faults';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { gate } from '../../testing/outbox.ts';
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

const ANSWERS: readonly [SmtpStep['at'], number, string, 'temporary' | 'permanent', FaultKind][] = [
  ['connect', 421, '4.3.2 Too busy', 'temporary', 'mail-busy'],
  ['connect', 554, 'No SMTP service here', 'temporary', 'mail-not-served'],
  ['mail', 451, '4.3.0 Try again', 'temporary', 'mail-server-trouble'],
  ['mail', 530, '5.7.0 Must issue a STARTTLS command first', 'temporary', 'mail-needs-tls'],
  ['mail', 550, '5.7.60 Not allowed to send as this sender', 'temporary', 'mail-sender-refused'],
  ['mail', 552, '5.3.4 Message too big', 'permanent', 'mail-too-large'],
  ['rcpt', 450, '4.2.0 Greylisted', 'temporary', 'mail-not-now'],
  ['rcpt', 451, '4.7.1 Greylisted', 'temporary', 'mail-greylisted'],
  ['rcpt', 452, '4.2.2 Over quota', 'temporary', 'mailbox-full-now'],
  ['rcpt', 452, 'Too many recipients', 'temporary', 'mail-server-full'],
  ['rcpt', 503, '5.5.1 Bad sequence', 'temporary', 'mail-out-of-step'],
  ['rcpt', 550, '5.1.1 User unknown', 'permanent', 'mailbox-unknown'],
  ['rcpt', 550, '5.1.2 Bad domain', 'permanent', 'mail-address-wrong'],
  ['rcpt', 550, '5.2.1 Disabled', 'permanent', 'mailbox-closed'],
  ['rcpt', 552, '5.2.2 Over quota', 'permanent', 'mailbox-full'],
  ['rcpt', 550, 'No', 'permanent', 'mail-recipient-refused'],
  ['data', 421, '4.4.2 Bye', 'temporary', 'mail-busy'],
  ['data', 452, '4.3.1 Disk full', 'temporary', 'mail-server-trouble'],
  ['rcpt', 452, '4.5.3 Too many recipients', 'temporary', 'mail-not-now'],
  ['rcpt', 550, '5.4.5 Daily user sending limit exceeded', 'temporary', 'mail-quota'],
  ['rcpt', 550, '5.4.1 Recipient address rejected: Access denied', 'permanent', 'mail-no-way'],
  ['rcpt', 550, '5.2.121 Hourly message receive limit from specific sender', 'temporary', 'mailbox-busy'],
  ['rcpt', 550, '5.1.8 Access denied, bad outbound sender', 'temporary', 'mail-sender-refused'],
  ['rcpt', 550, '5.1.10 Recipient not found', 'permanent', 'mail-address-wrong'],
  ['rcpt', 552, 'Mailbox is full', 'permanent', 'mailbox-full'],
  ['rcpt', 556, 'Domain does not accept mail', 'permanent', 'mail-address-wrong'],
  ['rcpt', 554, '5.7.606 Access denied, banned sending IP', 'temporary', 'mail-not-trusted'],
  ['data', 552, '5.2.3 Message too long', 'permanent', 'mail-too-large'],
  ['data', 550, '5.7.26 This mail is unauthenticated', 'temporary', 'mail-not-trusted'],
  ['data', 550, '5.7.60 Client does not have permissions to send as', 'temporary', 'mail-sender-refused'],
  ['data', 554, '5.7.10 Encryption needed', 'temporary', 'mail-needs-tls'],
  ['data', 550, '5.7.1 Looks like spam', 'permanent', 'mail-not-allowed'],
  ['data', 554, 'Transaction failed', 'permanent', 'mail-refused'],
];

test.for(ANSWERS)('%s answered with %i %s is %s', async ([step, code, text, kind, fault]) => {
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  server.behave(({ at }) => (at === step ? { code, text } : undefined));
  expect(await outcomeAt(server.url)).toEqual({
    kind,
    fault,
    detail: `${FAULTS[fault].means} It said: ${code} ${text}`,
  });
});

test.for([
  ['connect', 'mail-broken'],
  ['mail', 'mail-broken'],
  ['rcpt', 'mail-broken'],
  ['data', 'mail-cut'],
] as const)(
  'a connection cut at %s is temporary, and says whether the text was there: %s',
  async ([step, fault]) => {
    const server = await startSmtpServer();
    onTestFinished(() => server.close());
    server.behave(({ at }) => (at === step ? 'cut' : undefined));
    expect(await outcomeAt(server.url)).toMatchObject({ kind: 'temporary', fault });
  },
);

test('a connection that is reset when the server has the text: it may have arrived', async () => {
  const server = createServer((socket) => {
    const answers: Record<string, string> = {
      EHLO: '250 hi',
      MAIL: '250 ok',
      RCPT: '250 ok',
      DATA: '354 go',
    };
    socket.write('220 hi\r\n');
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const word = String(bytes).slice(0, 4);
      const answer = answers[word];
      if (answer) socket.write(`${answer}\r\n`);
      else socket.resetAndDestroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await outcomeAt(`smtp://127.0.0.1:${port}`)).toMatchObject({
    kind: 'temporary',
    fault: 'mail-cut',
    detail: expect.stringContaining('ECONNRESET'),
  });
});

test('a mail that is no longer ours when the server asks for its text does not go', async () => {
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  const smtp = openSmtp({ url: server.url, from: 'alerts@callpoint.example' }, 1);
  onTestFinished(() => smtp.close());
  let isOurs = true;
  server.behave(({ at }) => {
    if (at === 'rcpt') isOurs = false;
  });
  const { signal } = new AbortController();
  expect(await smtp.send(MAIL, { signal, isOurs: () => isOurs })).toMatchObject({ kind: 'temporary' });
  server.behave();
  isOurs = true;
  expect(await smtp.send({ ...MAIL, subject: 'Next' }, { signal, isOurs: () => true })).toMatchObject({
    kind: 'sent',
  });
  expect(server.mails.map(({ subject }) => subject)).toEqual(['Next']);
});

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
  expect(await outcomeAt(`smtps://127.0.0.1:${port}`)).toMatchObject({
    kind: 'temporary',
    fault: 'mail-tls-failed',
  });
});

test.for([
  ['connect', 'mail-slow'],
  ['mail', 'mail-slow'],
  ['rcpt', 'mail-slow'],
  ['data', 'mail-silent'],
] as const)(
  'a server that goes silent at %s is given up, and it is said whether the text was there: %s',
  async ([step, fault]) => {
    const server = await startSmtpServer();
    onTestFinished(() => server.close());
    const { opened, open } = gate();
    onTestFinished(open);
    server.behave(async ({ at }) => {
      if (at === step) await opened;
    });
    const limits = 'socketTimeout=300&greetingTimeout=300&connectionTimeout=300';
    expect(await outcomeAt(`${server.url}?${limits}`)).toMatchObject({
      kind: 'temporary',
      fault,
    });
    expect(server.mails).toEqual([]);
  },
);

test('an answer that is lost after the whole message came: it has arrived, and is tried again', async () => {
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  const came: string[] = [];
  server.behave(({ at, raw }) => {
    if (at !== 'data') return undefined;
    came.push(/^Message-ID: (.*)\r$/im.exec(raw)?.[1] ?? '');
    return 'cut';
  });
  expect(await outcomeAt(server.url)).toMatchObject({ kind: 'temporary', fault: 'mail-cut' });
  await outcomeAt(server.url);
  expect(new Set(came)).toEqual(new Set(['<abc@callpoint.example>']));
});

test('a server without TLS where TLS is asked for', async () => {
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  expect(await outcomeAt(`${server.url}?requireTLS=true`)).toMatchObject({
    kind: 'temporary',
    fault: 'mail-tls-failed',
  });
});

test('what the server says is kept short and without control characters', () => {
  const response = `550-5.1.1 No\r\n550 5.1.1 \u001b[31m${'x'.repeat(5000)}\u0000`;
  const { detail } = mailFault(
    {
      code: 'EENVELOPE',
      command: 'RCPT TO',
      response,
      responseCode: 550,
      message: '',
    },
    false,
  );
  expect(detail).toMatch(/^There is no such mailbox\. It said: 550-5\.1\.1 No 550 5\.1\.1 \[31mx+…$/);
  expect(detail).toHaveLength(500);
});

test('what nobody knows is temporary', () => {
  expect(mailFault({ message: 'odd' }, false)).toEqual({
    kind: 'temporary',
    fault: 'mail-unknown',
    detail: 'The e-mail could not be sent. (odd)',
  });
});
