import { CallFailure, get, post } from '../net/api.ts';
import { endRejectedSession, readSession, type Session } from '../session/session.ts';
import { withLock } from '../storage/lock.ts';
import {
  changeCheckIn,
  fromServer,
  knownOf,
  nextCall,
  readCheckIn,
  replaceCheckIn,
  type CheckInCall,
  type StoredCheckIn,
} from './check-in.ts';
import {
  changeSafeReport,
  isUnsent,
  readSafeReports,
  type Rejection,
  type SafeReport,
} from './safe-reports.ts';

/** Sends the person's reports, and reads the server's check-in. The page and the service worker each do. */

/** Milliseconds. */
const TIMEOUT = 10_000;
/** Seconds from which on a report says how long it waited, and the most that the server accepts. */
const LATE = 60;
const LATEST = 7 * 24 * 60 * 60;
/** Statuses after which the same call can be accepted later. */
const TEMPORARY = [408, 425, 429];

/** `waits`: something could not be sent, and is tried again. */
export type SendingResult = { waits: boolean };

/** One page, or the service worker, at a time. */
export async function sendReports({ reads = false } = {}): Promise<SendingResult> {
  return await withLock('reports', async () => {
    const session = await readSession();
    return session ? await sendOf(session, reads) : { waits: false };
  });
}

async function sendOf(session: Session, reads: boolean): Promise<SendingResult> {
  const steps = [sendCheckIns, sendSafeReports, ...(reads ? [readCurrent, sendCheckIns] : [])];
  let waits = false;
  for (const step of steps) {
    try {
      await step(session);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.kind === 'rejected' && error.status === 401) {
        await endRejectedSession(session, error);
        return { waits: false };
      }
      // A call that takes too long must not stop those of another kind.
      waits = true;
    }
  }
  return { waits };
}

async function sendCheckIns(session: Session): Promise<void> {
  for (;;) {
    const checkIn = await readCheckIn(session.user.id);
    const call = checkIn && nextCall(checkIn, Date.now());
    if (!call) return;
    await sendCheckIn(session, checkIn, call);
  }
}

async function sendSafeReports(session: Session): Promise<void> {
  for (const report of (await readSafeReports(session.user.id)).filter(isUnsent))
    await sendSafe(session, report);
}

/** Why the server will not accept a call; null if it may accept it later. */
function rejectionOf(error: unknown): Rejection | null {
  if (!(error instanceof CallFailure) || error.kind !== 'rejected') return null;
  const { status, code, message } = error;
  if (status === 401 || status >= 500 || TEMPORARY.includes(status)) return null;
  return { reason: code, text: message };
}

async function sendSafe(session: Session, report: SafeReport): Promise<void> {
  const change = await postSafe(session, report).then(
    () => ({ accepted_at: new Date().toISOString() }),
    (error: unknown) => {
      const rejection = rejectionOf(error);
      if (!rejection) throw error;
      return { rejection };
    },
  );
  await changeSafeReport(session.user.id, report, change);
}

/**
 * With the time, if the report waited. A server of an earlier release rejects that field: a report without its time is better
 * than none.
 */
async function postSafe(session: Session, { client_id, reason, made_at }: SafeReport) {
  const body = { client_id, reason };
  const reported_seconds_ago = Math.round((Date.now() - Date.parse(made_at)) / 1000);
  const isLate = reported_seconds_ago >= LATE && reported_seconds_ago <= LATEST;
  const call = post('/mapi/v1/safe', isLate ? { ...body, reported_seconds_ago } : body, optionsOf(session));
  return await call.catch(async (error: unknown) => {
    if (!isLate || !(error instanceof CallFailure) || error.status !== 400) throw error;
    return await post('/mapi/v1/safe', body, optionsOf(session));
  });
}

async function sendCheckIn(session: Session, checkIn: StoredCheckIn, call: CheckInCall): Promise<void> {
  const { client_id, confirmed_at, location } = checkIn;
  const change = (changed: Partial<StoredCheckIn>) =>
    changeCheckIn(session.user.id, client_id, (newest) => ({
      ...changed,
      // An answer of the meantime, or its location, is not sent yet.
      confirmed_at:
        newest.confirmed_at === confirmed_at && newest.location?.at === location?.at
          ? null
          : newest.confirmed_at,
    }));
  try {
    const { data } = await postCheckIn(checkIn, call, session);
    // The start does not answer for the time after it.
    if (call === 'start') await changeCheckIn(session.user.id, client_id, () => ({ known: knownOf(data) }));
    else await change({ known: knownOf(data) });
  } catch (error) {
    const rejection = rejectionOf(error);
    if (!rejection) throw error;
    // Another phone of the person, or the server, was faster: the current state is the result.
    const isReplaced = await readCurrent(session, client_id);
    if (isReplaced) return;
    if (call === 'start') await change({ rejection });
    else if (checkIn.known === null) await change({ known: neverStarted(checkIn), ended_at: null });
    else await change({ known: null, ended_at: null, rejection });
  }
}

/** The server does not have a check-in that the person has ended. */
function neverStarted({ until }: StoredCheckIn): StoredCheckIn['known'] {
  return { due_at: until, state: 'ended', press_client_id: null };
}

function postCheckIn(checkIn: StoredCheckIn, call: CheckInCall, session: Session) {
  const { client_id, every_minutes, grace_minutes, until, location, confirmed_at } = checkIn;
  const options = optionsOf(session);
  if (call === 'end') return post('/mapi/v1/check_in/end', { client_id }, options);
  if (call === 'confirm') {
    const answered = Date.parse(confirmed_at ?? '') || Date.now();
    const answered_seconds_ago = Math.max(0, Math.round((Date.now() - answered) / 1000));
    return post('/mapi/v1/check_in/confirm', { client_id, location, answered_seconds_ago }, options);
  }
  const body = { client_id, every_minutes, grace_minutes, until, location };
  return post('/mapi/v1/check_in', body, options);
}

/**
 * Reads the server's check-in and stores its state.
 * @param rejected the id of the check-in whose call was rejected
 * @returns whether the stored check-in now has the server's state
 */
async function readCurrent(session: Session, rejected: string | null = null): Promise<boolean> {
  const { data } = await get('/mapi/v1/check_in', {}, optionsOf(session));
  const userId = session.user.id;
  const stored = await readCheckIn(userId);
  if (stored && data?.client_id === stored.client_id) {
    const isOver = data.state !== 'active';
    await changeCheckIn(userId, stored.client_id, () => ({
      known: knownOf(data),
      ...(isOver || rejected !== null ? { confirmed_at: null, ended_at: null } : {}),
    }));
    return true;
  }
  // A check-in that is not started yet stays; the server decides about it when it is sent.
  if (stored && stored.known === null && stored.rejection === null && rejected === null) return false;
  if (data?.state === 'active') {
    await replaceCheckIn(userId, fromServer(data));
    return true;
  }
  if (stored?.known?.state !== 'active') return false;
  // The server has no such check-in any more: a failover or a restored backup can lose one. It is started again under its own id,
  // because the person relies on it; if it has ended after all, the server says so.
  await changeCheckIn(userId, stored.client_id, ({ known, ended_at, until }) => {
    const isLost = ended_at === null && Date.parse(until) > Date.now();
    return {
      known: isLost ? null : known && { ...known, state: 'ended' },
      confirmed_at: null,
      ended_at: null,
    };
  });
  return true;
}

function optionsOf({ token }: Session) {
  return { token, timeout: TIMEOUT };
}
