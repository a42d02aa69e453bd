import type { DatabaseKind } from '@callpoint/server/db/connection';
import type { Db } from '@callpoint/server/db/tables';
import type { LaneCapacities } from '@callpoint/server/delivery/queue/claim';
import { claimWithinLanes, laneScans } from '@callpoint/server/delivery/queue/claim-within-lanes';
import { plannedEmail, testOutbox } from '@callpoint/server/testing/outbox';
import { withBenchDatabases } from './support/bench-databases.ts';
import type { Figure, Section } from './support/report.ts';
import { median } from './support/statistics.ts';

const WAITING = [0, 5000, 50_000];
const CLAIMS = 101;
const MOST_RATIO = 3;
const FULL = 'full.example';
/** As of a worker whose mail server does not respond: it has places for other hosts. */
const CAPACITY = { all: 145, ordinary: 143 };
const LANES: LaneCapacities = { usual: 5, lanes: [{ lane: FULL, free: 0, urgent: 0 }] };

/** What a claim costs while messages wait for a host whose places are in use. */
export async function claims(): Promise<Section> {
  const figures: Figure[] = [];
  for (const kind of ['sqlite', 'postgres'] as const) figures.push(...(await measure(kind)));
  return {
    name: 'claims',
    title: 'Claims next to a full lane',
    description: [
      `The time of one claim of a worker, directly on the database, while so many ordinary emails wait for a host whose places are in use; medians of ${CLAIMS}.`,
      'One claim finds nothing; the other finds one new email to another host, whose commit waits for the disk. The baseline is the same claim with an empty outbox.',
    ],
    figures,
  };
}

async function measure(kind: DatabaseKind): Promise<Figure[]> {
  return await withBenchDatabases(kind, async (databases) => {
    const { db } = await databases.create('claims');
    const outbox = await testOutbox(db);
    const figures: Figure[] = [];
    let stored = 0;
    let baseline: { nothing: number; one: number } | null = null;
    for (const waiting of WAITING) {
      for (; stored < waiting; stored += 500) {
        await outbox.press(
          Array.from({ length: 500 }, (_, n) => plannedEmail({ address: `p${stored + n}@${FULL}` })),
        );
      }
      const nothing = median(await times(db, 0, async () => {}));
      const one = median(
        await times(
          db,
          1,
          async () => void (await outbox.press([plannedEmail({ address: 'a@other.example' })])),
        ),
      );
      baseline ??= { nothing, one };
      for (const [what, ms, empty] of [
        ['finds nothing', nothing, baseline.nothing],
        ['finds one', one, baseline.one],
      ] as const) {
        figures.push({
          label: `${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${waiting.toLocaleString('en-US')} waiting, ${what}`,
          ours: `${ms.toFixed(2)} ms`,
          baseline: `${empty.toFixed(2)} ms`,
          ratio: ms / empty,
          target: waiting === 0 ? null : { text: `at most ${MOST_RATIO}`, isMet: ms / empty <= MOST_RATIO },
        });
      }
    }
    return figures;
  });
}

async function times(db: Db, expected: number, prepare: () => Promise<void>): Promise<number[]> {
  const all: number[] = [];
  const scans = laneScans('email');
  for (let count = 0; count < CLAIMS; count += 1) {
    await prepare();
    const now = new Date();
    const leaseUntil = new Date(now.getTime() + 20_000);
    const start = performance.now();
    const { messages } = await claimWithinLanes(db, 'email', CAPACITY, now, leaseUntil, LANES, scans);
    all.push(performance.now() - start);
    if (messages.length !== expected) throw new Error(`claimed ${messages.length} instead of ${expected}`);
  }
  return all;
}
