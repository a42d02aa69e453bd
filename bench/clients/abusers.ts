import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AbuseAnswers, AbusePlan } from '../support/abuse-plan.ts';

/**
 * Accounts that use what is expensive as often as they can, for a limited time. A process of its own, so that it does
 * not slow the clock of what is measured. Arguments: a file with the plan as JSON.
 */

const { url, seconds, accounts } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as AbusePlan;
const until = Date.now() + seconds * 1000;
const answers: AbuseAnswers = {};

/** One call; what is answered is thrown away. A reader that is `slow` takes a little and then nothing. */
function call(kind: string, path: string, token: string, body?: object, slow = false): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
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
async function repeat(work: () => Promise<void>): Promise<void> {
  while (Date.now() < until) await work();
}

const MESSAGE = 'x'.repeat(5000);

await Promise.all(
  accounts.flatMap(({ team, user, userId, email, settings }) => {
    const imagined = { f_id: 2, app_user_id: userId, message: MESSAGE, type: 'x', settings };
    return [
      repeat(() => call('preview', '/tapi/v1/preview/submission', team, imagined)),
      repeat(() =>
        call('test', '/tapi/v1/test/message', team, { ...imagined, channel: 'email', role: 'team' }),
      ),
      repeat(() => call('password', '/tapi/v1/changePassword', team, { password: randomUUID() })),
      repeat(() => call('sign-in', '/sapi/v1/login', '', { email, password: randomUUID(), role: 'team' })),
      repeat(() => call('export', '/tapi/v1/export/delivery', team)),
      repeat(() => call('slow export', '/tapi/v1/export/form_submission', team, undefined, true)),
      repeat(() => call('stream', '/tapi/v1/events', team)),
      repeat(() => call('long list', '/tapi/v1/listPaged/delivery?per_page=500', team)),
      repeat(() => call('reachability', '/tapi/v1/reachability', team)),
      repeat(() =>
        call('large form', '/mapi/v1/form_submission', user, {
          client_id: randomUUID(),
          f_id: 2,
          message: MESSAGE,
          type: 'x',
        }),
      ),
    ];
  }),
);
process.send?.(answers);
process.disconnect?.();
