import { pushCalls } from '@callpoint/contract/push';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import type { Background } from '../../http/background.ts';
import { conflict } from '../../http/errors/call-error.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import type { App } from '../../http/api/schemas.ts';
import { storeOpened, type OpenedSubmission } from './push-messages.ts';
import { deleteSubscription, requireUsableKey, saveSubscription } from './push-subscriptions.ts';

/** What calls need of the push messages; null: the server sends none. */
export type Push = {
  /** The server's public key. */
  publicKey: string;
  /** Called after messages were stored. */
  wake: () => void;
} | null;

const OFF = 'This server sends no notifications to phones.';
const OFF_FOR_CONSOLES = 'This server sends no notifications.';

/** Push subscriptions, on the phone base. */
export function pushRoutes(app: App, { accounts, push }: { accounts: AccountsDb; push: Push }): void {
  app.handle(
    pushCalls.subscribe,
    async (request) => {
      if (!push) throw conflict(OFF, 'endpoint');
      const { endpoint, keys } = request.body;
      requireUsableKey(keys.p256dh);
      const caller = getCaller(request);
      if (caller.role !== 'app_user') throw new Error('the phone base is for app users');
      await saveSubscription(getTenantDb(request), caller, { endpoint, ...keys });
      return { ok: true as const, msg: 'Notifications are on.' };
    },
    { expensive: 'push' },
  );

  app.handle(pushCalls.unsubscribe, async (request) => {
    await deleteSubscription(accounts, getCaller(request), request.body.endpoint);
    return { ok: true as const, msg: 'Notifications are off.' };
  });
}

/** Push subscriptions of consoles, on the bases of subscribers and administrators. */
export function consolePushRoutes(app: App, { accounts, push }: { accounts: AccountsDb; push: Push }): void {
  app.handle(pushCalls.consoleKey, async () => ({
    ok: true as const,
    data: { key: push?.publicKey ?? null },
  }));

  app.handle(
    pushCalls.subscribeConsole,
    async (request) => {
      if (!push) throw conflict(OFF_FOR_CONSOLES, 'endpoint');
      const { endpoint, keys } = request.body;
      requireUsableKey(keys.p256dh);
      await saveSubscription(getTenantDb(request), getCaller(request), { endpoint, ...keys });
      return { ok: true as const, msg: 'Notifications are on.' };
    },
    { expensive: 'push' },
  );

  app.handle(pushCalls.unsubscribeConsole, async (request) => {
    await deleteSubscription(accounts, getCaller(request), request.body.endpoint);
    return { ok: true as const, msg: 'Notifications are off.' };
  });
}

/**
 * Tells the phones of a person that a submission was opened for the first time. The call that opened it does not wait
 * for the message, which is stored before it is sent.
 */
export function createOpenedNotifier({
  accounts,
  background,
  push,
}: {
  accounts: AccountsDb;
  background: Background;
  push: Push;
}): (opened: OpenedSubmission) => void {
  return (opened) => {
    if (!push) return;
    background.run('storing a push message', async () => {
      await storeOpened(accounts, opened);
      push.wake();
    });
  };
}
