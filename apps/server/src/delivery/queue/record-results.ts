import { CHANNELS } from '@callpoint/alerts/messages';
import type { FaultKind } from '@callpoint/contract/faults';
import { sql } from 'kysely';
import { dialectOf, type JsonColumns } from '../../db/dialect.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import { rememberAddresses } from '../suppression/bounced-addresses.ts';
import type { ClaimedMessage } from './claim.ts';
import type { Hold } from './lease.ts';
import { tidyDetail, type Outcome } from '../channels/channel.ts';
import type { AttemptOutcome } from '@callpoint/contract/deliveries';
import { stopRefused } from '../suppression/opt-outs.ts';
import { verdictOf, type Verdict } from './next-state.ts';
import { wakeableFrom, wakeWaiting } from './wake-waiting.ts';

/** One attempt and what follows from it. `at`: when it began, ISO 8601; `ms`: how long it took. */
export type Result = Hold &
  Verdict &
  Pick<ClaimedMessage, 'channel' | 'address'> & {
    at: string;
    ms: number;
    outcome: AttemptOutcome;
    detail: string;
    fault: FaultKind | null;
    /** When the attempt ended, ISO 8601. */
    ended: string;
    /** See wake-waiting.ts; null where the message does not wait for the provider. */
    wakeable_at: string | null;
    wakeable_again_at: string | null;
    provider_id: string | null;
    stoppedFor?: string;
  };

export const NOT_WAKEABLE = { wakeable_at: null, wakeable_again_at: null } as const;

/** What is recorded of an attempt that began at `began` and ended at `ended`, `ms` milliseconds later. */
export function resultOf(
  message: ClaimedMessage,
  outcome: Outcome,
  { began, ended, ms }: { began: string; ended: Date; ms: number },
  random: () => number,
): Result {
  const { id, fence, channel, address } = message;
  const verdict = verdictOf(message, outcome, ended, random);
  const isWakeable = verdict.state === 'pending' && outcome.kind === 'temporary' && outcome.unreached;
  return {
    id,
    fence,
    channel,
    address,
    at: began,
    ms: Math.round(ms),
    ended: ended.toISOString(),
    ...(isWakeable ? wakeableFrom(ended, message.attempts + 1) : NOT_WAKEABLE),
    outcome: outcome.kind,
    detail: tidyDetail(outcome.detail),
    fault: outcome.kind === 'sent' ? null : outcome.fault,
    provider_id: outcome.kind === 'sent' ? (outcome.providerId ?? null) : null,
    ...(outcome.kind !== 'sent' && outcome.stoppedFor ? { stoppedFor: outcome.stoppedFor } : {}),
    ...verdict,
  };
}

/** A mail server that takes a mail has the mailbox; an SMS has not arrived before its receipt says so. */
function saysSomethingOfTheAddress({ state, channel }: Result): boolean {
  return state === 'failed' || (state === 'sent' && channel === 'email');
}

const COLUMNS: JsonColumns = {
  id: 'integer',
  fence: 'integer',
  state: 'text',
  reason: 'text',
  next_attempt_at: 'timestamptz',
  sent_at: 'timestamptz',
  provider_id: 'text',
  wakeable_at: 'timestamptz',
  wakeable_again_at: 'timestamptz',
};
const ATTEMPT_COLUMNS: JsonColumns = {
  id: 'integer',
  at: 'timestamptz',
  ms: 'integer',
  outcome: 'text',
  detail: 'text',
  fault: 'text',
};

// By its id: an index that begins with the state would lead SQLite over all that is on its way, for each result.
const settle = prepared<{ results: string }, { id: number }>(
  (db, param) => sql<{ id: number }>`
    update delivery set state = result.state, reason = result.reason, attempts = attempts + 1,
      next_attempt_at = result.next_attempt_at, sent_at = result.sent_at,
      provider_id = coalesce(result.provider_id, delivery.provider_id), lease_until = null,
      wakeable_at = case when delivery.wakeable_at > result.wakeable_at then result.wakeable_again_at
        else result.wakeable_at end
    from ${dialectOf(db).jsonRows(param('results'), 'result', COLUMNS)}
    where delivery.id = result.id and delivery.fence = result.fence and delivery.state || '' = 'sending'
    returning delivery.id`,
);

const addAttempts = prepared<{ results: string }, never>(
  (db, param) => sql<never>`
    insert into delivery_attempt (delivery_id, at, ms, outcome, detail, fault)
    select id, at, ms, outcome, detail, fault
    from ${dialectOf(db).jsonRows(param('results'), 'result', ATTEMPT_COLUMNS)}`,
);

/**
 * Records results of claims that are still the newest, in the caller's transaction. Returns the ids of those
 * messages; the others have been taken over, and nothing is recorded for them.
 */
export async function recordResults(tx: Db, results: readonly Result[]): Promise<Set<number>> {
  // Always in the same order, so that two processes never wait for each other.
  const ordered = results.toSorted((a, b) => a.id - b.id);
  const recorded = await settle(tx, { results: JSON.stringify(ordered) });
  const ours = new Set(recorded.map(({ id }) => id));
  const attempts = ordered.filter(({ id }) => ours.has(id));
  if (attempts.length > 0) {
    await addAttempts(tx, { results: JSON.stringify(attempts) });
    await rememberAddresses(tx, attempts.filter(saysSomethingOfTheAddress));
    for (const channel of CHANNELS) {
      const sent = attempts.filter((result) => result.channel === channel && result.state === 'sent');
      const last = Math.max(...sent.map(({ ended }) => Date.parse(ended)));
      if (sent.length > 0) await wakeWaiting(tx, channel, new Date(last));
    }
    for (const { stoppedFor: sender, address: number, at } of attempts) {
      if (sender !== undefined) await stopRefused(tx, { sender, number, since: at, at });
    }
  }
  return ours;
}
