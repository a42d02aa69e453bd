/**
 * The server's test files that `npm test` runs on PostgreSQL too: their subject depends on the database, because it is
 * SQL, locks, connections or concurrency. Everything else runs on SQLite in `npm test`, and on both databases in
 * `npm run nightly`; a file that is named runs on both.
 *
 * Add a file if its code would be likely to fail on one database only: a query with its own branch in `db/dialect`,
 * rows that concurrent calls or processes change, or a new way to filter or page a list.
 */
export const POSTGRES_FILES = [
  // Tests of PostgreSQL itself: failover, restarts, replicas, connections.
  'apps/server/{src,tests}/**/*.postgres.test.ts',
  // Queries, transactions, migrations, events, and copies of the database.
  'apps/server/src/{db,events,factories,transfer}/**/*.test.ts',
  'apps/server/tests/older-version.test.ts',
  // Messages and steps that several processes claim, with their leases and limits.
  'apps/server/src/delivery/{queue,suppression,watchdog}/*.test.ts',
  'apps/server/src/delivery/worker/{worker,worker-leases,worker-database-faults}.test.ts',
  'apps/server/src/{incidents,check-ins,sending-limits}/**/*.test.ts',
  // Calls that compete for the same rows.
  'apps/server/src/features/sessions/{sessions,session-race,guessing}.test.ts',
  'apps/server/src/features/incidents/{incidents,steps}.test.ts',
  'apps/server/src/features/phone/{phone,client-ids}.test.ts',
  'apps/server/src/features/reachability/address-status.test.ts',
  'apps/server/src/http/{idempotency,admission/press-admission,auth/session-revocation}.test.ts',
  'apps/server/src/payments/{reconcile,email-takeover}.test.ts',
  'apps/server/src/features/subscriptions/second-subscription.test.ts',
  'apps/server/tests/stale-saves.test.ts',
  // Lists: filters, order, pages, search, and bulk changes.
  'apps/server/src/features/submissions/{submissions,records}.test.ts',
  'apps/server/src/features/app-users/app-users.lists.test.ts',
  'apps/server/tests/{bulk,find,resources,scans,search,incident-search}.test.ts',
  // A press until its email arrives, also in random order.
  'apps/server/tests/{incidents,check-ins}.property.test.ts',
  'apps/server/tests/delivery/{fault-mix,notification-plan.property}.test.ts',
];
