import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { MAIL_REPLIES } from '../../../testing/providers/fault-responses.ts';
import { gate } from '../../../testing/outbox.ts';
import { startSmtpServer } from '../../../testing/providers/smtp.ts';
import { faultText } from '../message-reason.ts';
import { emailFault } from './email-faults.ts';
import { openSmtp, type Email } from './smtp.ts';

const EMAIL: Email = {
  to: 'safety@team.example',
  subject: 'Help',
  text: 'Ana needs help.',
  html: null,
  messageId: 'abc',
  urgent: false,
};

/** Milliseconds: a busy machine is not silent for so long. */
const LIMITS = 'socketTimeout=3000&greetingTimeout=3000&connectionTimeout=3000';

async function outcomeAt(url: string) {
  const smtp = openSmtp({ url, from: 'alerts@callpoint.example' }, 1);
  onTestFinished(() => smtp.close());
  return await smtp.send(EMAIL);
}

test.for(MAIL_REPLIES)('the reply to %s with %i %s is %s', async ([step, code, text, kind, fault]) => {
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  server.behave(({ at }) => (at === step ? { code, text } : undefined));
  expect(await outcomeAt(server.url)).toEqual({
    kind,
    fault,
    providerText: `${code} ${text}`,
    ...(step === 'connect' ? { unreached: true } : code === 421 ? { brokeConnection: true } : {}),
  });
});

test.for([
  ['connect', 'mail-broken'],
  ['mail', 'mail-broken'],
  ['rcpt', 'mail-broken'],
  ['data', 'mail-cut'],
] as const)(
  'a connection that is cut at %s is temporary; the fault shows whether the text was sent: %s',
  async ([step, fault]) => {
    const server = await startSmtpServer();
    onTestFinished(() => server.close());
    server.behave(({ at }) => (at === step ? 'cut' : undefined));
    expect(await outcomeAt(server.url)).toEqual({
      kind: 'temporary',
      fault,
      errorText: expect.any(String),
      // A server that rejects a connection does not know the recipient yet.
      ...(step === 'connect' ? { unreached: true } : { brokeConnection: true }),
    });
  },
);

test('a connection that is reset after the text was sent is temporary, because the email may have arrived', async () => {
  const server = createServer((socket) => {
    const replies: Record<string, string> = {
      EHLO: '250 hi',
      MAIL: '250 ok',
      RCPT: '250 ok',
      DATA: '354 go',
    };
    socket.write('220 hi\r\n');
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const word = String(bytes).slice(0, 4);
      const reply = replies[word];
      if (reply) socket.write(`${reply}\r\n`);
      else socket.resetAndDestroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await outcomeAt(`smtp://127.0.0.1:${port}`)).toMatchObject({
    kind: 'temporary',
    fault: 'mail-cut',
    errorText: expect.stringContaining('ECONNRESET'),
  });
});

test('does not send an email that the worker no longer owns when the server requests its text', async () => {
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  const smtp = openSmtp({ url: server.url, from: 'alerts@callpoint.example' }, 1);
  onTestFinished(() => smtp.close());
  let isOwned = true;
  server.behave(({ at }) => {
    if (at === 'rcpt') isOwned = false;
  });
  const { signal } = new AbortController();
  expect(await smtp.send(EMAIL, { signal, isOwned: () => isOwned })).toMatchObject({ kind: 'temporary' });
  server.behave();
  isOwned = true;
  expect(await smtp.send({ ...EMAIL, subject: 'Next' }, { signal, isOwned: () => true })).toMatchObject({
    kind: 'sent',
  });
  expect(server.mails.map(({ subject }) => subject)).toEqual(['Next']);
});

test('an unreachable server, an unknown host and a server without SMTP are temporary', async () => {
  const closed = await startSmtpServer();
  await closed.close();
  expect(await outcomeAt(closed.url)).toMatchObject({
    kind: 'temporary',
    fault: 'mail-unreachable',
    errorText: expect.stringMatching(/ECONNREFUSED/),
  });
  expect(await outcomeAt('smtp://no-such-host.invalid')).toMatchObject({
    kind: 'temporary',
    fault: 'mail-server-not-found',
  });
  const web = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
  await once(web, 'listening');
  onTestFinished(() => void web.close());
  const { port } = web.address() as AddressInfo;
  expect(await outcomeAt(`smtp://127.0.0.1:${port}`)).toMatchObject({
    kind: 'temporary',
    fault: 'mail-not-smtp',
  });
  expect(await outcomeAt(`smtps://127.0.0.1:${port}`)).toMatchObject({
    kind: 'temporary',
    fault: 'mail-tls-failed',
  });
});

// Concurrent, because each waits for the timeout.
test.concurrent.for([
  ['connect', 'mail-slow'],
  ['mail', 'mail-slow'],
  ['rcpt', 'mail-slow'],
  ['data', 'mail-silent'],
] as const)(
  'a server that stops responding at %s is given up; the fault shows whether the text was sent: %s',
  async ([step, fault], { expect: expectHere, onTestFinished: onEnd }) => {
    const server = await startSmtpServer();
    onEnd(() => server.close());
    const { opened, open } = gate();
    onEnd(open);
    server.behave(async ({ at }) => {
      if (at === step) await opened;
    });
    const smtp = openSmtp({ url: `${server.url}?${LIMITS}`, from: 'alerts@callpoint.example' }, 1);
    onEnd(() => smtp.close());
    expectHere(await smtp.send(EMAIL)).toMatchObject({
      kind: 'temporary',
      fault,
    });
    expectHere(server.mails).toEqual([]);
  },
);

test('a reply that is lost after the complete email is temporary, and the retry has the same Message-ID', async () => {
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  const messageIds: string[] = [];
  server.behave(({ at, raw }) => {
    if (at !== 'data') return undefined;
    messageIds.push(/^Message-ID: (.*)\r$/im.exec(raw)?.[1] ?? '');
    return 'cut';
  });
  expect(await outcomeAt(server.url)).toMatchObject({ kind: 'temporary', fault: 'mail-cut' });
  await outcomeAt(server.url);
  expect(new Set(messageIds)).toEqual(new Set(['<abc@callpoint.example>']));
});

test("shortens the server's text and removes control characters", () => {
  const response = `550-5.1.1 No\r\n550 5.1.1 \u001b[31m${'x'.repeat(5000)}\u0000`;
  const outcome = emailFault(
    {
      code: 'EENVELOPE',
      command: 'RCPT TO',
      response,
      responseCode: 550,
      message: '',
    },
    { connected: true, textRequested: false },
  );
  const detail = faultText('mailbox-unknown', outcome.kind === 'sent' ? {} : outcome);
  expect(detail).toMatch(/^The mailbox does not exist\. Response: 550-5\.1\.1 No 550 5\.1\.1 \[31mx+…$/);
  expect(detail).toHaveLength(500);
});

test('a wrong configuration is temporary, an unsendable message permanent', () => {
  const of = (code: string) =>
    emailFault({ code, message: 'odd' }, { connected: false, textRequested: false });
  expect(of('ECONFIG')).toMatchObject({ kind: 'temporary', fault: 'mail-misconfigured' });
  expect(of('EMESSAGE')).toMatchObject({ kind: 'permanent', fault: 'mail-unsendable' });
});

test('an unknown error is temporary', () => {
  expect(emailFault({ message: 'odd' }, { connected: false, textRequested: false })).toEqual({
    kind: 'temporary',
    fault: 'mail-unknown',
    errorText: 'odd',
    unreached: true,
  });
});
