import { expect, onTestFinished, test } from 'vitest';
import { buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { testDatabase } from '../src/testing/databases/database.ts';
import { freePort, PROXIES, startProxy } from '../src/testing/processes/reverse-proxies.ts';
import { startServerProcess } from '../src/testing/processes/server-process.ts';

/** Phones that press again as soon as their press was accepted. */
const PHONES = 4;
/** Seconds, as in `deploy/callpoint@.service`. */
const STOP_DELAY = '5';

test.each(PROXIES)(
  'behind $name, no press fails while both processes restart one after the other',
  async (proxy) => {
    const { db, location } = await testDatabase();
    const user = await buildAppUser(db, (await buildTeam(db)).id);
    const token = await buildSession(db, 'app_user', user.id);
    const start = async (port: number) => {
      const variables = { PORT: `${port}`, STOP_DELAY, TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'debug' };
      const server = await startServerProcess(location, { variables });
      onTestFinished(async () => void (await server.end('SIGKILL')));
      return server;
    };
    const ports = [await freePort(), await freePort()];
    const servers = await Promise.all(ports.map(start));
    const { send } = await startProxy(
      proxy,
      ports.map((port) => `127.0.0.1:${port}`),
    );

    const load = new AbortController();
    const outcomes = new Map<string, number>();
    const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    const press = async () => {
      const body = JSON.stringify({ client_id: crypto.randomUUID(), button_id: 5 });
      const headers = { authorization: `Bearer ${token}` };
      const call = { method: 'POST', path: '/mapi/v1/button_click', body, headers };
      await send(call).then(
        ({ status, body: text }) => count(status === 200 ? '200' : `${status} ${text}`),
        (error: unknown) => count(String(error)),
      );
    };
    const pressing = Array.from({ length: PHONES }, async () => {
      while (!load.signal.aborted) await press();
    });

    for (const [at, port] of ports.entries()) {
      expect(await servers[at]?.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
      // The proxy sends calls to it again. Until then, it would have no process at all.
      await (await start(port)).printed('/mapi/v1/button_click');
    }
    load.abort();
    await Promise.all(pressing);
    expect([...outcomes.keys()]).toEqual(['200']);
    const { length } = await db.selectFrom('button_click').select('id').execute();
    expect(length).toBe(outcomes.get('200'));
  },
  120_000,
);
