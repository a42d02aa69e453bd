import type { TestAccount } from './people.ts';
import type { Server } from './server.ts';
import { expect } from './test.ts';

/** Resolves when no message of the subscriber is due or being sent: the server changes none of them by itself. */
export async function waitForAttempts(server: Server, { user }: TestAccount): Promise<void> {
  const unfinished = () =>
    server.withDatabase((db) =>
      db
        .selectFrom('delivery')
        .select(['id', 'state'])
        .where('team_id', '=', user.id)
        .where('state', 'in', ['pending', 'sending'])
        .execute(),
    );
  await expect.poll(unfinished).toEqual([]);
}
