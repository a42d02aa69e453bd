import { randomBytes, randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { AccountsDb } from '../../db/handles/accounts.ts';
import { SecretValues } from '../../db/secret-values.ts';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { openPushKeys } from '../../delivery/channels/push/push-keys.ts';
import { pushSubject } from '../../delivery/channels/push/push-request.ts';
import { PushWorker, type PushWorkerOptions } from '../../features/push/push-worker.ts';
import { openLog } from '../../http/logging/log.ts';
import { HOUR } from '../../scheduling/durations.ts';
import { testDatabase } from '../databases/database.ts';
import { startPushService, type Subscription } from '../providers/push-service.ts';
import { testServer, type TestServer } from '../server.ts';

type Options = Parameters<typeof testServer>[0] & Partial<Pick<PushWorkerOptions, 'timeout' | 'network'>>;

/** A server with its push keys, a worker whose clock a test can move, and a simulated push service. */
export async function pushServer({ timeout, network, ...options }: Options = {}) {
  const database = await testDatabase();
  const accounts = new AccountsDb(database.db);
  const { keys } = await openPushKeys(accounts, new SecretValues(randomBytes(32)));
  if (!keys) throw new Error('there are no push keys');
  const service = await startPushService();
  let hoursLater = 0;
  const now = () => new Date(Date.now() + hoursLater * HOUR);
  const createWorker = (own: Pick<PushWorkerOptions, 'now'> = {}) =>
    new PushWorker({
      accounts,
      keys,
      subject: pushSubject(null),
      network: network ?? service.network,
      log: openLog('silent'),
      now,
      ...(timeout === undefined ? {} : { timeout }),
      ...own,
    });
  const worker = createWorker();
  onTestFinished(async () => {
    await worker.stop();
    await service.close();
  });
  const count = { stored: 0, openings: 0 };
  let onStored = () => {};
  const push = {
    publicKey: keys.publicKey,
    wake: () => {
      count.stored += 1;
      onStored();
    },
  };
  const server = await testServer({ push, database, ...options });
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  const token = await server.tokenOf('app_user', user.id);
  const teamToken = await server.tokenOf('team', team.id);
  return {
    service,
    server,
    worker,
    createWorker,
    team,
    user,
    token,
    teamToken,
    /** Subscribes a phone. */
    subscribe: (as: string, body: Subscription = service.subscribe()) =>
      server.post('/mapi/v1/push_subscription', { ...(as === '' ? {} : { token: as }), body }),
    unsubscribe: (as: string, number: number) =>
      server.post('/mapi/v1/push_subscription/delete', {
        token: as,
        body: { endpoint: `https://push.example.com/send/${number}` },
      }),
    /** The endpoints of all subscriptions, the oldest first. */
    subscriptions: async () =>
      (
        await server.db
          .selectFrom('push_subscription')
          .select('endpoint')
          .orderBy('created_at')
          .orderBy('id')
          .execute()
      ).map(({ endpoint }) => endpoint),
    /** Resolves when everything that is due after `opened` more openings has been attempted, now or `hours` later. */
    async settle(given: { hours?: number; opened?: number } = {}) {
      const { hours = 0, opened = hours === 0 ? 1 : 0 } = given;
      hoursLater += hours;
      count.openings += opened;
      while (count.stored < count.openings) {
        await new Promise<void>((resolve) => {
          onStored = resolve;
        });
      }
      worker.wake();
      await worker.idle();
    },
  };
}

/** Presses a button, and returns how the console opens it. */
export async function press(server: TestServer, token: string, teamToken: string) {
  const client_id = randomUUID();
  const body = { client_id, button_id: 2 };
  const { id } = (await server.post('/mapi/v1/button_click', { token, body })).body.data as { id: number };
  const open = () => server.post('/tapi/v1/open/button_click', { token: teamToken, body: { id } });
  return { id, client_id, open };
}
