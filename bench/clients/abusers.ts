import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AbuseResponses, AbuseScenario } from '../support/abuse-scenario.ts';

/**
 * Accounts that repeat expensive calls as fast as they can, for a limited time. A separate process, so that it does not
 * delay the measured presses. Argument: a file with an AbuseScenario as JSON.
 */

const { url, seconds, kinds, accounts } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
) as AbuseScenario;
const until = Date.now() + seconds * 1000;
const counts: AbuseResponses = {};

type Call = { path: string; token?: string; from: string; body?: object; slow?: boolean };

/** Sends one call and discards the response. A `slow` call reads only the start of the response. */
function call(kind: string, { path, token = '', from, body, slow }: Call): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      localAddress: from,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    const remaining = Math.max(1, until - Date.now());
    const timer = setTimeout(() => sent.destroy(), remaining);
    sent.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    sent.once('error', () => {});
    sent.once('response', (response) => {
      const status = response.statusCode ?? 0;
      (counts[kind] ??= {})[status] = (counts[kind]?.[status] ?? 0) + 1;
      if (slow && status === 200) response.once('data', () => response.pause());
      else response.resume();
    });
    sent.end(body && JSON.stringify(body));
  });
}

/** Repeats a call as fast as the responses arrive. */
async function repeat(kind: string, nextCall: () => Call): Promise<void> {
  if (kinds && !kinds.includes(kind)) return;
  while (Date.now() < until) await call(kind, nextCall());
}

const MESSAGE = 'x'.repeat(5000);

await Promise.all(
  accounts.flatMap(({ from, team, user, userId, email, settings }) => {
    const submission = { f_id: 2, app_user_id: userId, message: MESSAGE, type: 'x', settings };
    const test = { ...submission, channel: 'email', role: 'team' };
    const form = () => ({ client_id: randomUUID(), f_id: 2, message: MESSAGE, type: 'x' });
    const press = () => ({ client_id: randomUUID(), button_id: 5 });
    const consoleCaller = { token: team, from };
    const phoneCaller = { token: user, from };
    const password = randomUUID;
    return [
      repeat('preview', () => ({ ...consoleCaller, path: '/tapi/v1/preview/submission', body: submission })),
      repeat('test', () => ({ ...consoleCaller, path: '/tapi/v1/test/message', body: test })),
      repeat('password', () => ({
        ...consoleCaller,
        path: '/tapi/v1/changePassword',
        body: { password: password() },
      })),
      repeat('sign-in', () => ({
        from,
        path: '/sapi/v1/login',
        body: { email, password: password(), role: 'team' },
      })),
      repeat('export', () => ({ ...consoleCaller, path: '/tapi/v1/export/delivery' })),
      repeat('slow export', () => ({
        ...consoleCaller,
        path: '/tapi/v1/export/form_submission',
        slow: true,
      })),
      repeat('stream', () => ({ ...consoleCaller, path: '/tapi/v1/events' })),
      repeat('long list', () => ({ ...consoleCaller, path: '/tapi/v1/listPaged/delivery?per_page=500' })),
      repeat('reachability', () => ({ ...consoleCaller, path: '/tapi/v1/reachability' })),
      repeat('form', () => ({ ...phoneCaller, path: '/mapi/v1/form_submission', body: form() })),
      repeat('press', () => ({ ...phoneCaller, path: '/mapi/v1/button_click', body: press() })),
    ];
  }),
);
process.send?.(counts);
process.disconnect?.();
