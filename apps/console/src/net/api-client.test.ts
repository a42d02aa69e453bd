import { expect, test } from 'vitest';
import { createApiClient } from './api-client.ts';
import { CallError } from './call-error.ts';
import { queryString } from './request.ts';
import type { Session, SessionEnd } from '../session/session-store.ts';

const LOGIN = { email: 'a@example.com', password: 'x', role: 'team' } as const;

type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | Error;

function setUp(replies: Reply[], token: string | null = 'token-1', confirmations: boolean[] = []) {
  const requests: { url: string; init: RequestInit }[] = [];
  const ends: SessionEnd[] = [];
  const reached: boolean[] = [];
  let current = token === null ? null : ({ token } as Session);
  const api = createApiClient({
    fetch: async (url, init) => {
      requests.push({ url, init });
      const reply = replies.shift() ?? {};
      if (reply instanceof Error) throw reply;
      const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
      return new Response(text, { status: reply.status ?? 200, headers: reply.headers ?? {} });
    },
    session: {
      current: () => current,
      end: (why) => {
        ends.push(why);
        current = null;
      },
    },
    reached: (responded) => reached.push(responded),
    confirmPassword: async () => {
      const confirmed = confirmations.shift();
      if (confirmed === undefined) throw new Error('The password was requested.');
      return confirmed;
    },
  });
  const become = (next: string) => {
    current = { token: next } as Session;
  };
  return { api, requests, ends, reached, become };
}

async function failure(call: Promise<unknown>): Promise<CallError> {
  const error = await call.then(
    () => new Error('the call succeeded'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CallError)) throw error;
  return error;
}

test('a read carries the token in its header, never in its address', async () => {
  const { api, requests } = setUp([{ body: { ok: true, items: [1] } }]);
  const body = await api.get('/tapi/v1/listPaged/settings', {
    query: { my: 'yes', page: 1, filter_setting_key: '' },
  });
  expect(body).toEqual({ ok: true, items: [1] });
  expect(requests[0]?.url).toBe('/tapi/v1/listPaged/settings?my=yes&page=1');
  expect(new Headers(requests[0]?.init.headers).get('authorization')).toBe('Bearer token-1');
});

test('an anonymous call carries no token', async () => {
  const { api, requests } = setUp([{ body: { ok: true } }]);
  await api.post('/sapi/v1/login', LOGIN, { anonymous: true });
  expect(new Headers(requests[0]?.init.headers).has('authorization')).toBe(false);
  expect(requests[0]?.init.body).toBe(JSON.stringify(LOGIN));
});

test('a rejection contains its problems by field', async () => {
  const errors = [{ msg: 'Name is required.', field: 'data.name' }];
  const { api, ends } = setUp([{ status: 400, body: { ok: false, msg: 'Name is required.', errors } }]);
  const error = await failure(api.post('/tapi/v1/update/app_user', { id: 1, data: { name: '' } }));
  expect([error.kind, error.status, error.problems, error.message]).toEqual([
    'rejected',
    400,
    errors,
    'Name is required.',
  ]);
  expect(ends).toEqual([]);
});

test('a rejected sign-in returns the plain list, and does not end a session', async () => {
  const list = [{ msg: 'The email address or password is wrong.' }];
  const { api, ends } = setUp([{ status: 401, body: list }], null);
  const error = await failure(api.post('/sapi/v1/login', LOGIN, { anonymous: true }));
  expect([error.kind, error.problems]).toEqual(['rejected', list]);
  expect(ends).toEqual([]);
});

test('a 401 ends the session with the server’s sentence', async () => {
  const { api, ends } = setUp([
    { status: 401, body: { ok: false, msg: 'Please log in.', errors: [], code: 'sign_in_required' } },
  ]);
  expect((await failure(api.get('/api/v1/listPaged/team'))).kind).toBe('signed-out');
  expect(ends).toEqual([{ because: 'expired', msg: 'Please log in.', code: 'sign_in_required' }]);
});

const NOT_RECENT: Reply = {
  status: 403,
  body: {
    ok: false,
    msg: 'Confirm your password to make this change.',
    errors: [],
    code: 'recent_authentication',
  },
};

test('repeats a change once after the password is confirmed', async () => {
  const { api, requests } = setUp([NOT_RECENT, { body: { ok: true, msg: 'Done' } }], 'token-1', [true]);
  expect(await api.post('/api/v1/changePassword', { password: 'x' })).toEqual({ ok: true, msg: 'Done' });
  expect(requests.map(({ url, init }) => [url, init.body])).toEqual([
    ['/api/v1/changePassword', '{"password":"x"}'],
    ['/api/v1/changePassword', '{"password":"x"}'],
  ]);
});

test('does not repeat a change when the person cancels, and reports that nothing was changed', async () => {
  const { api, requests } = setUp([NOT_RECENT], 'token-1', [false]);
  const error = await failure(api.post('/api/v1/changePassword', { password: 'x' }));
  expect([error.kind, error.message]).toEqual(['canceled', 'Nothing was changed.']);
  expect(requests).toHaveLength(1);
});

test('does not prompt a second time for the same change', async () => {
  const { api, requests } = setUp([NOT_RECENT, NOT_RECENT], 'token-1', [true]);
  const error = await failure(api.post('/api/v1/changePassword', { password: 'x' }));
  expect([error.kind, error.message]).toEqual(['forbidden', 'Confirm your password to make this change.']);
  expect(requests).toHaveLength(2);
});

test('does not prompt for any other 403', async () => {
  const { api } = setUp([{ status: 403, body: { ok: false, msg: 'No.', errors: [] } }]);
  const error = await failure(api.post('/api/v1/delete/plan', { id: 1 }));
  expect([error.kind, error.message]).toEqual(['forbidden', 'No.']);
});

test('a late 401 of an earlier session leaves the new one alone', async () => {
  const { api, ends, become } = setUp([{ status: 401, body: { ok: false, msg: 'Please log in.' } }]);
  const call = failure(api.get('/api/v1/listPaged/team'));
  become('token-2');
  expect((await call).kind).toBe('signed-out');
  expect(ends).toEqual([]);
});

test('the error for too many attempts contains when to try again', async () => {
  const headers = { 'retry-after': '90' };
  const { api } = setUp([
    { status: 429, body: [], headers },
    { status: 429, body: [{ msg: 'Wait.' }] },
  ]);
  const first = await failure(api.post('/sapi/v1/login', LOGIN, { anonymous: true }));
  expect([first.kind, first.retryAfter, first.message]).toEqual([
    'too-many',
    90,
    'Too many attempts. Try again in 2 minutes.',
  ]);
  expect((await failure(api.post('/sapi/v1/login', LOGIN, { anonymous: true }))).message).toBe('Wait.');
});

test('no network and a proxy without a server are the same: unreachable', async () => {
  const { api, reached } = setUp([new TypeError('Failed to fetch'), { status: 502, body: '<html>' }]);
  expect((await failure(api.get('/api/v1/account'))).kind).toBe('unreachable');
  expect((await failure(api.get('/api/v1/account'))).kind).toBe('unreachable');
  expect(reached).toEqual([false, false]);
});

test('a response that is not JSON, or not ok, never counts as success', async () => {
  const { api, reached } = setUp([
    { body: '<!doctype html>' },
    { body: { ok: false, msg: 'No.' } },
    { status: 500, body: 'oops' },
  ]);
  expect((await failure(api.get('/api/v1/account'))).kind).toBe('server');
  expect((await failure(api.get('/api/v1/account'))).message).toBe('No.');
  expect((await failure(api.get('/api/v1/account'))).kind).toBe('server');
  expect(reached).toEqual([true, true, true]);
});

test('an abort is thrown unchanged and does not change the connection’s state', async () => {
  const controller = new AbortController();
  const { api, reached } = setUp([new DOMException('Aborted', 'AbortError')]);
  controller.abort();
  await expect(api.get('/api/v1/account', { signal: controller.signal })).rejects.toThrow('Aborted');
  expect(reached).toEqual([]);
});

test('a query omits unset values and escapes the others', () => {
  const query = { a: 1, b: undefined, c: null, d: '', e: 'x|y & z', f: false };
  expect(queryString(query)).toBe('?a=1&e=x%7Cy+%26+z&f=false');
  expect(queryString()).toBe('');
});
