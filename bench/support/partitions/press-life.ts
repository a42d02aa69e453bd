import { PlatformDb } from '@callpoint/server/db/handles/platform';
import { pagedList } from '@callpoint/server/db/lists/paged-list';
import type { Db } from '@callpoint/server/db/tables';
import { claimWithinLanes, laneScans } from '@callpoint/server/delivery/queue/claim-within-lanes';
import { recordReceipt } from '@callpoint/server/delivery/queue/delivery-receipts';
import { buildAttemptResult, recordResults } from '@callpoint/server/delivery/queue/record-results';
import {
  findUnnotifiedByAttempt,
  findUnnotifiedByTime,
  newestAttempt,
} from '@callpoint/server/delivery/watchdog/candidates';
import { buildSubmission } from '@callpoint/server/factories/submissions';
import { buildDeliveriesQuery } from '@callpoint/server/features/deliveries/deliveries.lists';
import { acceptSubmissions } from '@callpoint/server/features/phone/accept-submissions';
import { RECORD_LISTS } from '@callpoint/server/features/submissions/records.lists';
import { BOTH_CHANNELS, plannedEmail } from '@callpoint/server/testing/outbox';

/** Queries in the life of one press, and those that read many presses. */

export const OPERATIONS = {
  press: 'the inserts of a press with three messages, until its commit',
  claim: 'the claim of the three messages, with their texts',
  result: 'the results of their attempts, by the ids of the messages',
  receipt: 'the receipt of one, by its key',
  records: 'page 1 of a subscriber’s presses, by time',
  'records-by-id': 'page 1 of a subscriber’s presses, by id',
  deliveries: 'page 1 of a subscriber’s messages, by time',
  'watchdog-by-time': 'the watchdog: presses of the last seconds',
  'watchdog-by-attempt': 'the watchdog: the last 1,000 attempts',
} as const;
export type Operation = keyof typeof OPERATIONS;

/** Milliseconds of each operation of one press. */
export type Times = Record<Operation, number>;

const ADDRESSES = ['safety@work.example', 'lead@work.example', 'desk@work.example'];
const PAGE = { page: 1, per_page: 20, order: 'desc' } as const;
const WATCHED_MS = 7_000;
const WATCHED_ATTEMPTS = 1_000;

/** Presses once for a user, sends the messages and reads the lists. `lists`: also what reads the rows of all months. */
export async function livePress(
  db: Db,
  user: { id: number; team_id: number },
  { lists }: { lists: boolean },
): Promise<Partial<Times>> {
  const times: Partial<Times> = {};
  const timed = async <Result>(operation: Operation, run: () => Promise<Result>): Promise<Result> => {
    const start = performance.now();
    const result = await run();
    times[operation] = performance.now() - start;
    return result;
  };
  const now = new Date();
  const messages = ADDRESSES.map((address) => plannedEmail({ address }));
  const press = buildSubmission(user, { item: { kind: 'button', id: 5 }, messages });
  const start = performance.now();
  await acceptSubmissions(new PlatformDb(db), BOTH_CHANNELS, [press], now, () => {
    times.press = performance.now() - start;
  });

  const due = new Date();
  const leaseUntil = new Date(due.getTime() + 20_000);
  const capacity = { all: ADDRESSES.length, ordinary: ADDRESSES.length };
  const lanes = { usual: ADDRESSES.length, lanes: [] };
  const { messages: claimed } = await timed('claim', () =>
    claimWithinLanes(db, 'email', capacity, due, leaseUntil, lanes, laneScans('email')),
  );
  const [first] = claimed;
  if (!first || claimed.length < ADDRESSES.length) throw new Error(`claimed ${claimed.length} messages`);
  const period = { startedAt: due.toISOString(), endedAt: new Date(), ms: 5 };
  const providerId = `provider ${first.id}`;
  const results = claimed.map((message) =>
    buildAttemptResult(message, { kind: 'sent', providerText: '250 OK', providerId }, period, Math.random),
  );
  await db.transaction().execute((tx) => timed('result', () => recordResults(tx, results)));
  await timed('receipt', () =>
    recordReceipt(db, { channel: 'email', messageKey: first.message_key, providerId, outcome: 'delivered' }),
  );

  const from = new Date(now.getTime() - WATCHED_MS).toISOString();
  await timed('watchdog-by-time', () =>
    findUnnotifiedByTime.button(db, { from, to: new Date().toISOString() }),
  );
  if (!lists) return times;
  const records = { ...PAGE, related: 'app_user' };
  const deliveries = buildDeliveriesQuery({ teamId: user.team_id }, {});
  await timed('records', () =>
    pagedList(db, user.team_id, RECORD_LISTS.button, { ...records, sort: 'created_at' }),
  );
  await timed('records-by-id', () =>
    pagedList(db, user.team_id, RECORD_LISTS.button, { ...records, sort: 'id' }),
  );
  await timed('deliveries', () => pagedList(db, user.team_id, deliveries, { ...PAGE, sort: 'created_at' }));
  const until = await newestAttempt(db);
  await timed('watchdog-by-attempt', () =>
    findUnnotifiedByAttempt.button(db, { after: until - WATCHED_ATTEMPTS, until }),
  );
  return times;
}
