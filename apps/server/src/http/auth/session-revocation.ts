import { SIGNED_OUT, type Revocation } from '@callpoint/contract/error-codes';
import type { Role } from '@callpoint/contract/permissions';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import type { LinkPurpose } from './account-links.ts';
import { NO_EXPIRY, PHONE_IDLE_MS } from './session-tokens.ts';

/** How long expired sessions are stored, so that the phone of a blocked person shows the reason. */
const RETAINED = 30 * 24 * 3_600_000;

/** Deletes a session: its token stops working. */
export async function deleteSession(db: AccountsDb, sessionId: number): Promise<void> {
  await db.deleteFrom('session').where('id', '=', sessionId).execute();
}

/**
 * Revokes an account's sessions immediately, on every process, except the session `except`. Its open links to set a
 * password or to sign in a phone stop working too: call it when the password has been set or the account blocked.
 * @param why what a later call of a revoked session returns
 */
export async function revokeSessions(
  db: AccountsDb,
  role: Role,
  accountId: number,
  why: Revocation,
  except: number | null = null,
  now = new Date(),
): Promise<void> {
  const at = now.toISOString();
  const sessions = db
    .updateTable('session')
    .set({ expires_at: at, revoked_for: why })
    .where('role', '=', role)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', at);
  await (except === null ? sessions : sessions.where('id', '!=', except)).execute();
  await deletePushSubscriptions(db, role, accountId, except);
  await revokeLinks(db, ['reset', 'install'], role, accountId, now);
}

async function deletePushSubscriptions(
  db: AccountsDb,
  role: Role,
  accountId: number,
  exceptSession: number | null,
): Promise<void> {
  const all = db
    .deleteFrom('push_subscription')
    .where('session_id', 'in', (row) =>
      row.selectFrom('session').select('id').where('role', '=', role).where('account_id', '=', accountId),
    );
  await (exceptSession === null ? all : all.where('session_id', '!=', exceptSession)).execute();
}

/** Revokes the links of an account that allow one of these. */
export async function revokeLinks(
  db: AccountsDb,
  purposes: readonly LinkPurpose[],
  role: Role,
  accountId: number,
  now = new Date(),
): Promise<void> {
  const at = now.toISOString();
  await db
    .updateTable('account_link')
    .set({ used_at: at })
    .where('purpose', 'in', purposes)
    .where('role', '=', role)
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
}

/** Revokes the sessions, install links and push subscriptions of all app users of a subscriber, which is blocked or unblocked. */
export async function revokeUserSessions(db: AccountsDb, teamId: number, now = new Date()): Promise<void> {
  const at = now.toISOString();
  await db.deleteFrom('push_subscription').where('team_id', '=', teamId).execute();
  await db
    .updateTable('account_link')
    .set({ used_at: at })
    .where('purpose', '=', 'install')
    .where('role', '=', 'app_user')
    .where('account_id', 'in', (row) => row.selectFrom('app_user').select('id').where('team_id', '=', teamId))
    .where('used_at', 'is', null)
    .execute();
  await db
    .updateTable('session')
    .set({ expires_at: at, revoked_for: SIGNED_OUT })
    .where('role', '=', 'app_user')
    .where('account_id', 'in', (row) => row.selectFrom('app_user').select('id').where('team_id', '=', teamId))
    .where('expires_at', '>', at)
    .execute();
}

/** Deletes sessions that expired long ago. */
export async function deleteExpiredSessions(db: AccountsDb, now = new Date()): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await db
    .deleteFrom('session')
    .where((row) =>
      row.or([
        row('expires_at', '<', before(RETAINED)),
        row.and([
          row('expires_at', '=', NO_EXPIRY),
          row('last_used_at', '<', before(PHONE_IDLE_MS + RETAINED)),
        ]),
      ]),
    )
    .execute();
}
