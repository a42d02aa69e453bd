import { expect, test } from 'vitest';
import { readSmtpUrl } from './smtp-url.ts';

test('reads the host, the sign-in and the options of a mail server', () => {
  expect(
    readSmtpUrl('smtps://us%40er:se%3Acret@[2001:db8::1]:2465/?maxConnections=3&socketTimeout=900'),
  ).toEqual({
    host: '2001:db8::1',
    port: 2465,
    auth: { user: 'us@er', pass: 'se:cret' },
    tls: { implicit: true, required: true, serverName: null },
    connections: 3,
    timeouts: { socketTimeout: 900 },
  });
  expect(readSmtpUrl('smtp://mail.example?tlsServerName=mail.internal')).toEqual({
    host: 'mail.example',
    port: null,
    auth: null,
    tls: { implicit: false, required: true, serverName: 'mail.internal' },
    connections: null,
    timeouts: {},
  });
});

test.for([
  ['localhost', false],
  ['LOCALHOST', false],
  ['mail.localhost', false],
  ['127.0.0.1', false],
  ['127.8.8.8', false],
  ['[::1]', false],
  ['mail.example', true],
  ['localhost.example', true],
  ['127.0.0.1.example', true],
  ['10.0.0.5', true],
  ['0.0.0.0', true],
  ['[::2]', true],
] as const)('whether %s needs TLS: %s', ([host, required]) => {
  expect(readSmtpUrl(`smtp://${host}:2525`).tls.required).toBe(required);
  expect(readSmtpUrl(`smtp://${host}:2525?tls=optional`).tls.required).toBe(false);
});
