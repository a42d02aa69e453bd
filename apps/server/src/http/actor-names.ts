import type { TenantDb } from '../db/handles/tenant.ts';

/** An account that changed something: its role and its id. */
interface AccountRef {
  role: string;
  id: number | null;
}

/** Returns the name of each account, as far as the caller may see it: administrators see those of administrators. */
export async function actorNames(
  tenant: TenantDb,
  accounts: readonly AccountRef[],
): Promise<(account: AccountRef) => string | null> {
  const names = new Map<string, string>();
  for (const role of ['team', 'admin'] as const) {
    if (role === 'admin' && tenant.scope !== 'all') continue;
    const ids = new Set(accounts.filter((one) => one.role === role).map(({ id }) => id ?? 0));
    if (ids.size === 0) continue;
    const found = await tenant
      .selectFrom(role as 'team')
      .select(['id', 'first_name', 'last_name'])
      .where('id', 'in', [...ids])
      .execute();
    for (const { id, first_name, last_name } of found)
      names.set(keyOf({ role, id }), `${first_name} ${last_name}`);
  }
  return (account) => names.get(keyOf(account)) ?? null;
}

function keyOf({ role, id }: AccountRef): string {
  return `${role} ${id}`;
}
