import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AbuseAnswers, AbusePlan } from '../support/abuse-plan.ts';

/**
 * Accounts that use what is expensive as often as they can, for a limited time. A process of its own, so that it does
 * not slow the clock of what is measured. Arguments: a file with the plan as JSON.
 */

const { url, seconds, kinds, accounts } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
) as AbusePlan;
const until = Date.now() + seconds * 1000;
const answers: AbuseAnswers = {};

type Call = { path: string; token?: string; from: string; body?: object; slow?: boolean };

/** One call; what is answered is thrown away. A reader that is `slow` takes a little and then nothing. */
function call(kind: string, { path, token = '', from, body, slow }: Call): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      localAddress: from,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    const left = Math.max(1, until - Date.now());
    const timer = setTimeout(() => sent.destroy(), left);
    sent.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    sent.once('error', () => {});
    sent.once('response', (response) => {
      const status = response.statusCode ?? 0;
      (answers[kind] ??= {})[status] = (answers[kind]?.[status] ?? 0) + 1;
      if (slow && status === 200) response.once('data', () => response.pause());
      else response.resume();
    });
    sent.end(body && JSON.stringify(body));
  });
}

/** Again and again, as fast as the answers come. */
async function repeat(kind: string, one: () => Call): Promise<void> {
  if (kinds && !kinds.includes(kind)) return;
  while (Date.now() < until) await call(kind, one());
}

const MESSAGE = 'x'.repeat(5000);

await Promise.all(
  accounts.flatMap(({ from, team, user, userId, email, settings }) => {
    const imagined = { f_id: 2, app_user_id: userId, message: MESSAGE, type: 'x', settings };
    const test = { ...imagined, channel: 'email', role: 'team' };
    const form = () => ({ client_id: randomUUID(), f_id: 2, message: MESSAGE, type: 'x' });
    const press = () => ({ client_id: randomUUID(), button_id: 5 });
    const console = { token: team, from };
    const phone = { token: user, from };
    const password = randomUUID;
    return [
      repeat('preview', () => ({ ...console, path: '/tapi/v1/preview/submission', body: imagined })),
      repeat('test', () => ({ ...console, path: '/tapi/v1/test/message', body: test })),
      repeat('password', () => ({
        ...console,
        path: '/tapi/v1/changePassword',
        body: { password: password() },
      })),
      repeat('sign-in', () => ({
        from,
        path: '/sapi/v1/login',
        body: { email, password: password(), role: 'team' },
      })),
      repeat('export', () => ({ ...console, path: '/tapi/v1/export/delivery' })),
      repeat('slow export', () => ({ ...console, path: '/tapi/v1/export/form_submission', slow: true })),
      repeat('stream', () => ({ ...console, path: '/tapi/v1/events' })),
      repeat('long list', () => ({ ...console, path: '/tapi/v1/listPaged/delivery?per_page=500' })),
      repeat('reachability', () => ({ ...console, path: '/tapi/v1/reachability' })),
      repeat('form', () => ({ ...phone, path: '/mapi/v1/form_submission', body: form() })),
      repeat('press', () => ({ ...phone, path: '/mapi/v1/button_click', body: press() })),
    ];
  }),
);
process.send?.(answers);
process.disconnect?.();
