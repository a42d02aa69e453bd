import { CHANNELS } from '@callpoint/contract/channels/channels';
import type { FaultKind } from '@callpoint/contract/faults';
import { sql } from 'kysely';
import { getDialect, type JsonColumns } from '../../db/dialect.ts';
import { prepared } from '../../db/queries/prepared.ts';
import type { Db } from '../../db/tables.ts';
import { recordAddressResults } from '../suppression/bounced-addresses.ts';
import type { ClaimedMessage } from './claim.ts';
import { claimKey, type ClaimRef } from './lease.ts';
import { cleanProviderText, type SendOutcome } from '../channels/channel.ts';
import { DRIVER } from '../channels/channels.ts';
import { reasonColumns } from '../channels/message-reason.ts';
import type { AttemptOutcome } from '@callpoint/contract/deliveries';
import { recordRejectedByOptOut } from '../suppression/opt-outs.ts';
import { cleanTexts, computeNextState, type NextState } from './next-state.ts';
import { computeWakeTimes, wakeWaitingMessages } from './wake-waiting.ts';

/** One attempt and the next state of its message. `at`: when it started, ISO 8601; `ms`: its duration. */
export type AttemptResult = ClaimRef &
  NextState &
  Pick<ClaimedMessage, 'channel' | 'address'> & {
    at: string;
    ms: number;
    outcome: AttemptOutcome;
    provider_text: string | null;
    error_text: string | null;
    fault: FaultKind | null;
    /** When the attempt ended, ISO 8601. */
    endedAt: string;
    /** See wake-waiting.ts; null where the message does not wait for the provider. */
    wakeable_at: string | null;
    wakeable_again_at: string | null;
    provider_id: string | null;
    optOutFrom?: string;
  };

export const NOT_WAKEABLE = { wakeable_at: null, wakeable_again_at: null } as const;

function attemptTexts(outcome: SendOutcome): Pick<AttemptResult, 'provider_text' | 'error_text'> {
  if (outcome.kind === 'sent')
    return { provider_text: cleanProviderText(outcome.providerText), error_text: null };
  const { providerText = null, errorText = null } = cleanTexts(outcome);
  return { provider_text: providerText, error_text: errorText };
}

/** The result of an attempt: its times, its outcome, and the next state of its message. */
export function buildAttemptResult(
  message: ClaimedMessage,
  outcome: SendOutcome,
  { startedAt, endedAt, ms }: { startedAt: string; endedAt: Date; ms: number },
  random: () => number,
): AttemptResult {
  const { id, fence, message_key, channel, address } = message;
  const next = computeNextState(message, outcome, endedAt, random);
  const isWakeable = next.state === 'pending' && outcome.kind === 'temporary' && outcome.unreached;
  return {
    id,
    fence,
    message_key,
    channel,
    address,
    at: startedAt,
    ms: Math.round(ms),
    endedAt: endedAt.toISOString(),
    ...(isWakeable ? computeWakeTimes(endedAt, message.attempts + 1) : NOT_WAKEABLE),
    outcome: outcome.kind,
    ...attemptTexts(outcome),
    fault: outcome.kind === 'sent' ? null : outcome.fault,
    provider_id: outcome.kind === 'sent' ? (outcome.providerId ?? null) : null,
    ...(outcome.kind !== 'sent' && outcome.optOutFrom ? { optOutFrom: outcome.optOutFrom } : {}),
    ...next,
  };
}

/** Whether a result proves that an address is good or bad. For an SMS, only its receipt proves that it is good. */
function isAboutAddress({ state, channel }: AttemptResult): boolean {
  return state === 'failed' || (state === 'sent' && DRIVER[channel].acceptanceProvesAddress);
}

const COLUMNS: JsonColumns = {
  id: 'integer',
  fence: 'integer',
  message_key: 'text',
  state: 'text',
  reason: 'text',
  reason_code: 'text',
  reason_params: 'text',
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
  fault: 'text',
  provider_id: 'text',
  provider_text: 'text',
  error_text: 'text',
};

// `|| ''` prevents the indexes on the state and on the key: SQLite would read every message in flight for each result.
const updateMessages = prepared<{ results: string }, ClaimRef>(
  (db, param) => sql<ClaimRef>`
    update delivery set state = result.state, reason = result.reason,
      reason_code = result.reason_code, reason_params = result.reason_params, attempts = attempts + 1,
      next_attempt_at = result.next_attempt_at, sent_at = result.sent_at,
      provider_id = coalesce(result.provider_id, delivery.provider_id), lease_until = null,
      wakeable_at = case when delivery.wakeable_at > result.wakeable_at then result.wakeable_again_at
        else result.wakeable_at end
    from ${getDialect(db).jsonRows(param('results'), 'result', COLUMNS)}
    where delivery.id = result.id and delivery.fence = result.fence and delivery.message_key || '' = result.message_key
      and delivery.state || '' = 'sending'
    returning delivery.id, delivery.fence, delivery.message_key`,
);

const addAttempts = prepared<{ results: string }, never>(
  (db, param) => sql<never>`
    insert into delivery_attempt (delivery_id, at, ms, outcome, detail, fault, provider_id, provider_text, error_text)
    select id, at, ms, outcome, '', fault, provider_id, provider_text, error_text
    from ${getDialect(db).jsonRows(param('results'), 'result', ATTEMPT_COLUMNS)}`,
  'not read',
);

/**
 * Records the results of claims that are still the newest, in the caller's transaction. Returns the keys of these
 * claims. Nothing is recorded for messages that another worker has reclaimed.
 */
export async function recordResults(tx: Db, results: readonly AttemptResult[]): Promise<Set<string>> {
  // Always in the order of ids, so that two processes never wait for each other.
  const ordered = results
    .toSorted((a, b) => a.id - b.id)
    .map((result) => ({ ...result, ...reasonColumns(result.reason) }));
  const updated = await updateMessages(tx, { results: JSON.stringify(ordered) });
  const recorded = new Set(updated.map(claimKey));
  const attempts = ordered.filter((result) => recorded.has(claimKey(result)));
  if (attempts.length > 0) {
    await addAttempts(tx, { results: JSON.stringify(attempts) });
    await recordAddressResults(
      tx,
      results.filter((result) => recorded.has(claimKey(result)) && isAboutAddress(result)),
    );
    for (const channel of CHANNELS) {
      const sent = attempts.filter((result) => result.channel === channel && result.state === 'sent');
      const last = Math.max(...sent.map(({ endedAt }) => Date.parse(endedAt)));
      if (sent.length > 0) await wakeWaitingMessages(tx, channel, new Date(last));
    }
    for (const { optOutFrom: from, address: number, at } of attempts) {
      if (from !== undefined) await recordRejectedByOptOut(tx, { from, number, since: at, at });
    }
  }
  return recorded;
}
