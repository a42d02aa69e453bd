import { hash, randomBytes } from 'node:crypto';
import {
  ACCOUNT_BLOCKED,
  PASSWORD_CHANGED,
  SESSION_EXPIRED,
  SIGN_IN_REQUIRED,
  SIGNED_OUT,
  type Revocation,
} from '@callpoint/contract/error-codes';
import type { Role } from '@callpoint/contract/permissions';
import {
  accountsQuery,
  readAccountsTogether,
  type AccountQueries,
  type AccountsDb,
} from '../../db/handles/accounts.ts';
import type { Dialect } from '../../db/dialect.ts';
import { settingsMark } from '../../db/settings-mark.ts';
import { unauthorized, type InvalidSession } from '../errors/call-error.ts';
import { DAY, HOUR } from '../../scheduling/durations.ts';

/** Lifetime of a console's session: without a call, and in total since the sign-in. */
const IDLE = 12 * HOUR;
const MAX_SESSION = 30 * DAY;
/** Lifetime of a phone's session without a call. It has no total limit, because it must work in an emergency. */
export const PHONE_IDLE_MS = 180 * DAY;
export const NO_EXPIRY = '9999-12-31T00:00:00.000Z';
/** Minimum time between two writes of `last_used_at`, because a list must not cost a commit. */
const TOUCH_EVERY = 60_000;
/** How long the previous token still works, for calls in flight. */
const RENEWED_GRACE = 30_000;
const LONG_AGO = '1970-01-01T00:00:00.000Z';
/** The same for the sessions of open connections, which are checked continuously. */
const KEEP_EVERY = 30 * 60_000;
/** Maximum sessions of open connections in one query, so that other work runs in between. */
const READ_TOGETHER = 250;

type Session = { id: number; sessionId: number; authenticatedAt: string };
/** The mark of the settings of its subscriber; see `settingsMark`. */
type WithMark = { settingsMark: string };

/** The caller. A team or an app user belongs to one subscriber. */
export type Caller =
  | ({ role: 'admin' } & Session)
  | ({ role: 'team'; teamId: number } & Session)
  | ({ role: 'app_user'; teamId: number; name: string; email: string; phone: string } & Session & WithMark);

/**
 * Creates a session and returns its token: 256 random bits. Only its hash is stored. The caller has just
 * authenticated, and its account is locked in this transaction.
 */
export async function startSession(
  db: AccountsDb,
  role: Role,
  accountId: number,
  now = new Date(),
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      role,
      account_id: accountId,
      created_at: now.toISOString(),
      last_used_at: now.toISOString(),
      expires_at: role === 'app_user' ? NO_EXPIRY : new Date(now.getTime() + MAX_SESSION).toISOString(),
      authenticated_at: now.toISOString(),
    })
    .execute();
  return token;
}

/** SHA-256 of a random token; a slow hash would add nothing to 256 bits. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

export const SIGN_IN: InvalidSession = { code: SIGN_IN_REQUIRED, msg: 'Please log in.' };
export const EXPIRED: InvalidSession = {
  code: SESSION_EXPIRED,
  msg: 'Your session has expired. Please log in again.',
};

/** The rejections of sessions that were revoked. */
const REVOKED: Readonly<Record<Revocation, InvalidSession>> = {
  [PASSWORD_CHANGED]: {
    code: PASSWORD_CHANGED,
    msg: 'Your password was changed. Please log in with the new one.',
  },
  [SIGNED_OUT]: { code: SIGNED_OUT, msg: 'You were logged out. Please log in again.' },
};

const findSession = readAccountsTogether<{ hash: string }, CallerRow>(
  { hash: 'text' },
  (db, param, dialect) => callerRows(db, dialect).where('s.token_hash', '=', param('hash')),
);

/** A session by its previous token: valid for calls in flight, and never recently authenticated. */
const findRenewed = accountsQuery<{ hash: string; now: string }, CallerRow>((db, param, dialect) =>
  callerRows(db, dialect)
    .where('s.previous_hash', '=', param('hash'))
    .where('s.previous_until', '>', param('now')),
);

const touchSession = accountsQuery<{ id: number; now: string }, never>((db, param) =>
  db
    .updateTable('session')
    .set({ last_used_at: param('now') })
    .where('id', '=', param('id')),
);

function sessionRows(db: AccountQueries) {
  return db
    .selectFrom('session as s')
    .leftJoin('team as t', (on) => on.onRef('t.id', '=', 's.account_id').on('s.role', '=', 'team'))
    .leftJoin('app_user as u', (on) => on.onRef('u.id', '=', 's.account_id').on('s.role', '=', 'app_user'))
    .leftJoin('team as ut', 'ut.id', 'u.team_id')
    .leftJoin('admin as a', (on) => on.onRef('a.id', '=', 's.account_id').on('s.role', '=', 'admin'))
    .select([
      's.id as session_id',
      's.role',
      's.account_id',
      's.last_used_at',
      's.expires_at',
      's.revoked_for',
      's.authenticated_at',
      'a.id as admin_id',
      't.status as team_status',
      'u.team_id',
      'u.name',
      'u.email',
      'u.phone',
      'u.status as user_status',
      'ut.status as user_team_status',
    ]);
}

function callerRows(db: AccountQueries, dialect: Dialect) {
  return sessionRows(db).select(settingsMark(dialect, 'ut').as('settings_mark'));
}

type SessionRow = {
  session_id: number;
  role: string;
  account_id: number;
  last_used_at: string;
  expires_at: string;
  revoked_for: string | null;
  authenticated_at: string;
  admin_id: number | null;
  team_status: number | null;
  team_id: number | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  user_status: number | null;
  user_team_status: number | null;
};
type CallerRow = SessionRow & { settings_mark: string | null };

/** The texts of a rejection for blocked accounts. */
export const BLOCKED_TEXTS = {
  team: 'This account is blocked. Contact us to unblock it.',
  app_user: 'Your account is blocked, so nothing can be sent. Call your safety team.',
  users_team: 'Your organization’s account is blocked, so nothing can be sent. Call your safety team.',
} as const;

/** The caller with a token. Throws CallError 401 for an unknown token, an expired session, or a blocked account. */
export async function findCaller(db: AccountsDb, tokenHash: string, now = new Date()): Promise<Caller> {
  const row = await findRow(db, tokenHash, now);
  if (!row) throw unauthorized(SIGN_IN);
  const reason = invalidReason(row, now);
  if (reason !== null) throw unauthorized(reason);
  if (Date.parse(row.last_used_at) + TOUCH_EVERY <= now.getTime()) {
    await touchSession(db, { id: row.session_id, now: now.toISOString() });
  }
  return toCaller(row);
}

async function findRow(db: AccountsDb, tokenHash: string, now: Date): Promise<CallerRow | undefined> {
  const [row] = await findSession(db, { hash: tokenHash });
  if (row) return row;
  const [renewed] = await findRenewed(db, { hash: tokenHash, now: now.toISOString() });
  return renewed && { ...renewed, authenticated_at: LONG_AGO };
}

/** Why a session is no longer valid; null while it is. */
function invalidReason(row: SessionRow, now: Date): InvalidSession | null {
  const blocked = blockedText(row);
  if (blocked) return { code: ACCOUNT_BLOCKED, msg: blocked };
  if (row.role === 'admin' && row.admin_id === null) return SIGN_IN;
  if (Date.parse(row.expires_at) <= now.getTime()) {
    return row.revoked_for === null ? EXPIRED : REVOKED[row.revoked_for as Revocation];
  }
  const idle = row.role === 'app_user' ? PHONE_IDLE_MS : IDLE;
  return Date.parse(row.last_used_at) + idle <= now.getTime() ? EXPIRED : null;
}

/**
 * Throws CallError 401 if a session was revoked or has expired since the guard found it. Call it in the transaction of
 * a change of the account, after the account's row was locked, so that a session revoked by another change changes
 * nothing.
 */
export async function requireLiveSession(tx: AccountsDb, sessionId: number, now = new Date()): Promise<void> {
  const [row] = await sessionRows(tx).where('s.id', '=', sessionId).execute();
  const reason = row ? invalidReason(row, now) : SIGN_IN;
  if (reason !== null) throw unauthorized(reason);
}

/**
 * The sessions among `ids` that are no longer valid, each with the reason. Each of `ids` has an open connection, which
 * is a call in progress and prevents its session from expiring.
 */
export async function findInvalidSessions(
  db: AccountsDb,
  ids: readonly number[],
  now = new Date(),
): Promise<Map<number, InvalidSession>> {
  const invalid = new Map(ids.map((id) => [id, SIGN_IN]));
  const used: number[] = [];
  for (let first = 0; first < ids.length; first += READ_TOGETHER) {
    const some = ids.slice(first, first + READ_TOGETHER);
    for (const row of await sessionRows(db).where('s.id', 'in', some).execute()) {
      const why = invalidReason(row, now);
      if (why !== null) {
        invalid.set(row.session_id, why);
        continue;
      }
      invalid.delete(row.session_id);
      if (Date.parse(row.last_used_at) + KEEP_EVERY <= now.getTime()) used.push(row.session_id);
    }
  }
  if (used.length > 0) {
    await db
      .updateTable('session')
      .set({ last_used_at: now.toISOString() })
      .where('id', 'in', used)
      .execute();
  }
  return invalid;
}

function blockedText(row: SessionRow): string | null {
  if (row.team_status === 0) return BLOCKED_TEXTS.team;
  if (row.user_status === 0) return BLOCKED_TEXTS.app_user;
  return row.user_team_status === 0 ? BLOCKED_TEXTS.users_team : null;
}

function toCaller(row: CallerRow): Caller {
  const common = {
    id: row.account_id,
    sessionId: row.session_id,
    authenticatedAt: row.authenticated_at,
  };
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
      settingsMark: row.settings_mark ?? '',
      ...common,
    };
  }
  throw unauthorized(SIGN_IN);
}

/**
 * Replaces the token of a session after its person has confirmed the password, so that a stolen token no longer works.
 * Returns the new token; null if the session is no longer valid.
 */
export async function renewAuthentication(
  db: AccountsDb,
  sessionId: number,
  now = new Date(),
): Promise<string | null> {
  const at = now.toISOString();
  const token = randomBytes(32).toString('base64url');
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set((row) => ({
      authenticated_at: at,
      previous_hash: row.ref('token_hash'),
      previous_until: new Date(now.getTime() + RENEWED_GRACE).toISOString(),
      token_hash: hashToken(token),
    }))
    .where('id', '=', sessionId)
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n ? token : null;
}
