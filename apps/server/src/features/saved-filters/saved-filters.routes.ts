import { MAX_SAVED_FILTERS, savedFilterCalls } from '@callpoint/contract/saved-filters';
import { TEXTS } from '@callpoint/contract/texts';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { getCaller } from '../../http/auth/guard.ts';
import { conflict } from '../../http/errors/call-error.ts';
import type { App } from '../../http/api/schemas.ts';

const TOO_MANY = `You have ${MAX_SAVED_FILTERS} saved filters. Delete one first.`;

/** Saved filters of the caller's account. */
export function savedFilterRoutes(app: App, { accounts }: { accounts: AccountsDb }): void {
  app.handle(savedFilterCalls.list, async (request) => ({
    ok: true as const,
    items: await filtersOf(accounts, getCaller(request))
      .select(['name', 'query'])
      .where('list', '=', request.query.list)
      .orderBy('name')
      .execute(),
  }));

  app.handle(savedFilterCalls.save, async (request) => {
    const caller = getCaller(request);
    const { list, name, query, replaces } = request.body;
    await accounts.transaction(async (tx) => {
      await lockAccount(tx, caller);
      if (replaces !== undefined && replaces !== name) await deleteFilter(tx, caller, list, replaces);
      await tx
        .insertInto('saved_filter')
        .values({ role: caller.role, account_id: caller.id, list, name, query })
        .onConflict((conflicting) =>
          conflicting.columns(['role', 'account_id', 'list', 'name']).doUpdateSet({ query }),
        )
        .execute();
      const { total } = await filtersOf(tx, caller)
        .select((row) => row.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      if (total > MAX_SAVED_FILTERS) throw conflict(TOO_MANY, 'name');
    });
    return { ok: true as const, msg: TEXTS.updated };
  });

  app.handle(savedFilterCalls.delete, async (request) => {
    const { list, name } = request.body;
    await deleteFilter(accounts, getCaller(request), list, name);
    return { ok: true as const, msg: TEXTS.deleted };
  });
}

type Account = { role: string; id: number };

function filtersOf(accounts: AccountsDb, { role, id }: Account) {
  return accounts.selectFrom('saved_filter').where('role', '=', role).where('account_id', '=', id);
}

async function deleteFilter(accounts: AccountsDb, { role, id }: Account, list: string, name: string) {
  await accounts
    .deleteFrom('saved_filter')
    .where('role', '=', role)
    .where('account_id', '=', id)
    .where('list', '=', list)
    .where('name', '=', name)
    .execute();
}

/** Concurrent calls cannot exceed the maximum. */
async function lockAccount(tx: AccountsDb, { role, id }: Account): Promise<void> {
  const table = role === 'admin' ? 'admin' : 'team';
  await tx
    .selectFrom(table as 'team')
    .select('id')
    .where('id', '=', id)
    .modifyEnd(tx.rowLock('no key update'))
    .execute();
}
