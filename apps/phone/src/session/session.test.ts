import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSessions, forgetSession, readSession, session, signOut, startSession } from './session.ts';

/** The phone stores nothing here. */

/** The tokens of the calls that end a session. */
let ended: (string | null)[] = [];
let respond: () => Response;

beforeEach(() => {
  ended = [];
  session.set({ token: 'anas', user: { id: 1, name: '', email: '', phone: '' }, hasUsedLink: false });
  vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Headers }) => {
    ended.push(headers.get('authorization'));
    return respond();
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  session.set(null);
});

const OFFLINE = () => {
  throw new TypeError('offline');
};

test('a session that was signed out is ended on the server until the server has ended it', async () => {
  respond = OFFLINE;
  await signOut();
  expect(session.current()).toBeNull();
  await expect.poll(() => ended).toEqual(['Bearer anas']);
  respond = () => Response.json({ ok: false, msg: 'Too many calls' }, { status: 429 });
  await endSessions();
  respond = () => new Response('<h1>Sign in to this network</h1>');
  await endSessions();
  respond = () => Response.json({ ok: true });
  await endSessions();
  expect(ended).toHaveLength(4);
  await endSessions();
  expect(ended).toHaveLength(4);
});

test('a session that the server has already ended is not ended again', async () => {
  respond = () => Response.json({ ok: false, msg: 'Log in again' }, { status: 401 });
  await signOut();
  await expect.poll(() => ended).toEqual(['Bearer anas']);
  await endSessions();
  expect(ended).toHaveLength(1);
});

test('a session is ended once, also if the network comes back while it is being ended', async () => {
  respond = () => Response.json({ ok: true });
  await signOut();
  await Promise.all([endSessions(), endSessions()]);
  expect(ended).toEqual(['Bearer anas']);
});

test('a session that cannot be stored is used until the app is closed', async () => {
  const user = { id: 7, name: 'Bo', email: 'bo@work.example', phone: '', team_id: 1 };
  await startSession({ token: 'bos', user } as Parameters<typeof startSession>[0], false);
  session.set(null);
  expect(await readSession()).toMatchObject({ token: 'bos', user: { id: 7 } });
  await forgetSession({ code: 'blocked', text: '', email: '' });
  expect(await readSession()).toBeNull();
});
