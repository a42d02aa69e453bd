import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '@callpoint/contract/permissions';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';
import { CallError } from './call-error.ts';

const HOUR = 3_600_000;
/** A session ends after so long without a call, and at the latest so long after signing in. */
const IDLE = 12 * HOUR;
const LONGEST = 30 * 24 * HOUR;
/** `last_used_at` is written at most so often: a list must not cost a commit. */
const TOUCH_EVERY = 60_000;
/** The same for the sessions of open connections, which are looked at all the time. */
const KEEP_EVERY = 30 * 60_000;
/** Ended sessions are kept so long, so that the phone of a blocked person is told why. */
const KEPT = 30 * 24 * HOUR;

/** Who calls. A team or an app user belongs to one subscriber. */
export type Caller =
  | { role: 'admin'; id: number; sessionId: number }
  | { role: 'team'; id: number; teamId: number; sessionId: number }
  | {
      role: 'app_user';
      id: number;
      teamId: number;
      sessionId: number;
      name: string;
      email: string;
      phone: string;
    };

/** Makes a session and returns its token: 256 random bits, of which only a hash is stored. */
export async function startSession(db: Db, role: Role, accountId: number, now = new Date()): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      role,
      account_id: accountId,
      created_at: now.toISOString(),
      last_used_at: now.toISOString(),
      expires_at: new Date(now.getTime() + LONGEST).toISOString(),
      authenticated_at: now.toISOString(),
    })
    .execute();
  return token;
}

/** SHA-256 of a random token; a slow hash would add nothing to 256 bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

const findSession = prepared<{ hash: string }, SessionRow>((db, param) =>
  sessionRows(db).where('s.token_hash', '=', param('hash')),
);

function sessionRows(db: Db) {
  return db
    .selectFrom('session as s')
    .leftJoin('team as t', (on) => on.onRef('t.id', '=', 's.account_id').on('s.role', '=', 'team'))
    .leftJoin('app_user as u', (on) => on.onRef('u.id', '=', 's.account_id').on('s.role', '=', 'app_user'))
    .leftJoin('team as ut', 'ut.id', 'u.team_id')
    .select([
      's.id as session_id',
      's.role',
      's.account_id',
      's.last_used_at',
      's.expires_at',
      't.status as team_status',
      'u.team_id',
      'u.name',
      'u.email',
      'u.phone',
      'u.status as user_status',
      'ut.status as user_team_status',
    ]);
}

type SessionRow = {
  session_id: number;
  role: string;
  account_id: number;
  last_used_at: string;
  expires_at: string;
  team_status: number | null;
  team_id: number | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  user_status: number | null;
  user_team_status: number | null;
};

/** The sentences of a refusal for who is blocked. */
export const BLOCKED = {
  team: 'This account is blocked. Please contact us.',
  app_user: 'Your account is blocked, so nothing can be sent. Call your safety team.',
  users_team: 'Your organisation’s account is blocked, so nothing can be sent. Call your safety team.',
} as const;

/** Who holds `token`. Throws CallError 401 where nobody does, the session has ended, or the account is blocked. */
export async function findCaller(db: Db, token: string, now = new Date()): Promise<Caller> {
  const [row] = await findSession(db, { hash: hashToken(token) });
  if (!row) throw new CallError(401, 'Please sign in.');
  const ended = endOf(row, now);
  if (ended !== null) throw new CallError(401, ended);
  if (Date.parse(row.last_used_at) + TOUCH_EVERY <= now.getTime()) {
    await db
      .updateTable('session')
      .set({ last_used_at: now.toISOString() })
      .where('id', '=', row.session_id)
      .execute();
  }
  return toCaller(row);
}

/** Why a session has ended; null while it is good. */
function endOf(row: SessionRow, now: Date): string | null {
  const blocked = blockedText(row);
  if (blocked) return blocked;
  const isOver =
    Date.parse(row.expires_at) <= now.getTime() || Date.parse(row.last_used_at) + IDLE <= now.getTime();
  return isOver ? 'Your session has ended. Please sign in again.' : null;
}

/**
 * Of sessions that keep a connection open, why those that have ended have. An open connection is a call that goes on:
 * it keeps its session from ending for want of calls.
 */
export async function endedSessions(
  db: Db,
  ids: readonly number[],
  now = new Date(),
): Promise<Map<number, string>> {
  const ended = new Map(ids.map((id) => [id, 'Please sign in.']));
  const kept: number[] = [];
  for (const row of await sessionRows(db).where('s.id', 'in', ids).execute()) {
    const why = endOf(row, now);
    if (why !== null) {
      ended.set(row.session_id, why);
      continue;
    }
    ended.delete(row.session_id);
    if (Date.parse(row.last_used_at) + KEEP_EVERY <= now.getTime()) kept.push(row.session_id);
  }
  if (kept.length > 0) {
    await db
      .updateTable('session')
      .set({ last_used_at: now.toISOString() })
      .where('id', 'in', kept)
      .execute();
  }
  return ended;
}

function blockedText(row: SessionRow): string | null {
  if (row.team_status === 0) return BLOCKED.team;
  if (row.user_status === 0) return BLOCKED.app_user;
  return row.user_team_status === 0 ? BLOCKED.users_team : null;
}

function toCaller(row: SessionRow): Caller {
  const common = { id: row.account_id, sessionId: row.session_id };
  if (row.role === 'admin') return { role: 'admin', ...common };
  if (row.role === 'team') return { role: 'team', teamId: row.account_id, ...common };
  if (row.role === 'app_user' && row.team_id !== null) {
    const { name, email, phone } = row;
    return {
      role: 'app_user',
      teamId: row.team_id,
      name: name ?? '',
      email: email ?? '',
      phone: phone ?? '',
      ...common,
    };
  }
  throw new CallError(401, 'Please sign in.');
}

export async function endSession(db: Db, sessionId: number): Promise<void> {
  await db.deleteFrom('session').where('id', '=', sessionId).execute();
}

/**
 * Ends an account's sessions at once, on every process; all but `except` where that is given. Its open links to set
 * a password stop working too: call it when the password has been set or the account blocked.
 */
export async function endSessionsOf(
  db: Db,
  role: Role,
  accountId: number,
  except: number | null = null,
  now = new Date(),
): Promise<void> {
  const at = now.toISOString();
  const sessions = db
    .updateTable('session')
    .set({ expires_at: at })
    .where('role', '=', role)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', at);
  await (except === null ? sessions : sessions.where('id', '!=', except)).execute();
  await db
    .updateTable('account_link')
    .set({ used_at: at })
    .where('purpose', '=', 'reset')
    .where('role', '=', role)
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
}

/** Forgets sessions that ended long ago. */
export async function forgetOldSessions(db: Db, now = new Date()): Promise<void> {
  await db
    .deleteFrom('session')
    .where('expires_at', '<', new Date(now.getTime() - KEPT).toISOString())
    .execute();
}
