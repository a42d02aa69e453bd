import { expect, onTestFinished, test } from 'vitest';
import { connectionUsage } from '../../db/connection.ts';
import { runAsLowPriority } from '../../scheduling/press-priority.ts';
import { gate } from '../../testing/outbox.ts';
import { press, pushServer } from '../../testing/phones/push-server.ts';

test('a phone gets its message although the account whose call woke the worker uses all connections of calls', async () => {
  const { service, server, worker, token, teamToken, subscribe } = await pushServer();
  await subscribe(token);
  const { open, client_id } = await press(server, token, teamToken);
  await open();
  const stored = server.db.selectFrom('push_message').select('id');
  await expect.poll(() => stored.execute()).toHaveLength(1);
  const held = gate();
  onTestFinished(held.open);
  const hold = () =>
    server.db
      .connection()
      .execute(() => held.opened)
      .catch(() => {});
  let calls: Promise<void>[] = [];
  // Some of them get all connections of calls other than presses, the others wait.
  runAsLowPriority(() => (calls = Array.from({ length: 8 }, hold)), 'busy account');
  await expect.poll(() => connectionUsage(server.db)?.waiting).toBeGreaterThan(0);
  runAsLowPriority(() => worker.wake(), 'busy account');
  await worker.idle();
  expect(service.messages.map(({ payload }) => payload)).toEqual([expect.objectContaining({ client_id })]);
  held.open();
  await Promise.all(calls);
});
