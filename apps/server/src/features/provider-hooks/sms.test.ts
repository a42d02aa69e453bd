import { expect, onTestFinished, test } from 'vitest';
import { openLog } from '../../http/logging/log.ts';
import { testServer } from '../../testing/server.ts';
import { startTwilio } from '../../testing/providers/twilio.ts';
import { A_SID, NUMBER, smsWorld } from '../../testing/providers/sms-world.ts';

/** Which calls the webhooks of SMS accept. */

test('unsigned calls are logged once a minute, without their content', async () => {
  const provider = await startTwilio();
  onTestFinished(() => provider.close());
  const lines: string[] = [];
  const log = openLog('warn', { write: (line) => void lines.push(line) });
  const server = await testServer({ variables: provider.variables, log });
  for (const body of ['Body=secret', 'Body=secret', 'Body=secret']) {
    expect((await server.post('/hooks/twilio/inbound', { raw: form(body) })).status).toBe(403);
  }
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    rejected: 1,
    address: '127.0.0.1',
    msg: 'calls that the SMS provider has not signed were rejected',
  });
  expect(lines[0]).not.toContain('secret');
});

test('a call without the provider’s signature is rejected with 403 and changes nothing', async () => {
  const { provider, server, reply, stopped } = await smsWorld();
  const url = `${server.url}/hooks/twilio/inbound`;
  const fields = { MessageSid: A_SID, From: NUMBER, To: provider.settings.from, Body: 'STOP' };
  expect(await provider.call(url, fields, 'another-token')).toMatchObject({ status: 403 });
  expect(await server.post('/hooks/twilio/status', { raw: form('MessageSid=1') })).toMatchObject({
    status: 403,
    body: { ok: false, msg: 'This call is not signed by the SMS provider.' },
  });
  const tampered = await server.post('/hooks/twilio/inbound', {
    raw: form(new URLSearchParams({ ...fields, Body: 'START' }).toString()),
    headers: { 'x-twilio-signature': 'AAAA' },
  });
  expect(tampered.status).toBe(403);
  expect(await stopped()).toEqual([]);
  expect((await reply('STOP')).status).toBe(200);
});

const form = (body: string) => ({ body, type: 'application/x-www-form-urlencoded' });

test('invalid input never causes a server error', async () => {
  const { provider, server } = await smsWorld();
  const odd = [
    {},
    { MessageSid: '\u0000', From: '\u0000', To: provider.settings.from, Body: '\u0000' },
    { MessageSid: A_SID, MessageStatus: 'delivered\ud800', ErrorCode: '9'.repeat(99) },
    { __proto__: { x: 1 }, MessageSid: A_SID, MessageStatus: 'undelivered', ErrorCode: '-1' },
  ];
  const queries = ['', '?message=', `?message=${'a'.repeat(40)}`, '?message=1&message=2', '?message=%00'];
  for (const path of ['status', 'inbound']) {
    for (const query of queries) {
      for (const fields of odd) {
        const url = `${server.url}/hooks/twilio/${path}${query}`;
        expect([200, 403]).toContain((await provider.call(url, fields as Record<string, string>)).status);
      }
    }
  }
  expect((await server.post('/hooks/twilio/status', { body: {} })).status).toBe(415);
  const large = form(`Body=${'x'.repeat(300_000)}`);
  expect((await server.post('/hooks/twilio/inbound', { raw: large })).status).toBe(413);
});

test('without Twilio, its webhooks do not exist', async () => {
  const server = await testServer();
  expect((await server.post('/hooks/twilio/status', { raw: form('') })).status).toBe(404);
});
