import { expect, onTestFinished, test } from 'vitest';
import { testAuthority } from '../../../testing/providers/certificates.ts';
import { startSmtpServer } from '../../../testing/providers/smtp.ts';
import { openSmtp, type SmtpSettings } from './smtp.ts';

/** The mail server's name in these tests is not its address: it is reached at 127.0.0.1, or at 0.0.0.0. */
const NAME = 'mail.callpoint.example';

async function mailServer(tls?: { key: string; cert: string }) {
  const server = await startSmtpServer(tls ? { tls } : {});
  onTestFinished(() => server.close());
  // Reaches this machine on Linux and macOS, and is not a loopback address by its name.
  return { mails: server.mails, loopback: server.url, remote: server.url.replace('127.0.0.1', '0.0.0.0') };
}

async function outcome(settings: Omit<SmtpSettings, 'from'>) {
  const smtp = openSmtp({ from: 'alerts@callpoint.example', ...settings }, 1);
  onTestFinished(() => smtp.close());
  return await smtp.send({
    to: 'safety@team.example',
    subject: 'Help',
    text: 'Ana needs help.',
    html: null,
    messageId: 'abc',
    urgent: false,
  });
}

const NO_TLS = { kind: 'temporary', fault: 'mail-tls-failed' };

test('sends nothing without TLS to a server on another machine', async () => {
  const server = await mailServer();
  expect(await outcome({ url: server.remote })).toMatchObject(NO_TLS);
  expect(server.mails).toEqual([]);
});

test('sends no sign-in without TLS', async () => {
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  const steps: string[] = [];
  server.behave(({ at }) => void steps.push(at));
  const url = server.url.replace('//127.0.0.1', '//user:secret@0.0.0.0');
  expect(await outcome({ url })).toMatchObject(NO_TLS);
  expect(steps).toEqual(['connect']);
});

test('?tls=optional allows plain text to a server without TLS, and so does a loopback address', async () => {
  const server = await mailServer();
  expect(await outcome({ url: `${server.remote}?tls=optional` })).toMatchObject({ kind: 'sent' });
  expect(await outcome({ url: server.loopback })).toMatchObject({ kind: 'sent' });
  expect(server.mails.map(({ secure }) => secure)).toEqual([false, false]);
});

test('rejects a certificate of an unknown authority, and accepts it when the authority is configured', async () => {
  const authority = testAuthority();
  const server = await mailServer(authority.issue(NAME));
  const url = `${server.remote}?tlsServerName=${NAME}`;
  expect(await outcome({ url })).toMatchObject({
    ...NO_TLS,
    errorText: expect.stringMatching(/unable to verify|unable to get/),
  });
  expect(await outcome({ url, ca: [testAuthority().certificate] })).toMatchObject(NO_TLS);
  expect(server.mails).toEqual([]);
  expect(await outcome({ url, ca: [authority.certificate] })).toMatchObject({ kind: 'sent' });
  expect(server.mails.map(({ secure }) => secure)).toEqual([true]);
});

test('the certificate must be for the host of the URL, or for the configured name', async () => {
  const authority = testAuthority();
  const server = await mailServer(authority.issue(NAME));
  const ca = [authority.certificate];
  expect(await outcome({ url: server.remote, ca })).toMatchObject({
    ...NO_TLS,
    errorText: expect.stringContaining("does not match certificate's altnames"),
  });
  expect(await outcome({ url: `${server.remote}?tlsServerName=other.example`, ca })).toMatchObject(NO_TLS);
  expect(await outcome({ url: `${server.remote}?tlsServerName=${NAME}`, ca })).toMatchObject({
    kind: 'sent',
  });
});

test('uses and verifies TLS that the server offers, even if plain text is allowed', async () => {
  const authority = testAuthority();
  const server = await mailServer(authority.issue(NAME));
  expect(await outcome({ url: `${server.remote}?tls=optional` })).toMatchObject(NO_TLS);
  const url = `${server.loopback}?tlsServerName=${NAME}`;
  expect(await outcome({ url, ca: [authority.certificate] })).toMatchObject({ kind: 'sent' });
  expect(server.mails.map(({ secure }) => secure)).toEqual([true]);
});
