import { BUTTON_IDS } from '@callpoint/contract/catalog';
import type { IncidentMetrics } from '@callpoint/contract/incident-metrics';
import { sql } from 'kysely';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { INCIDENT_NOTIFIED_NO_ONE } from '../../delivery/queue/notified.ts';
import { Slices } from '../../scheduling/slices.ts';
import { FigureCounter, type MeasuredIncident } from './figures.ts';
import type { Month } from './months.ts';

/** Incidents that one query reads: few enough not to delay a press. */
const BATCH_SIZE = 100;

type Period = IncidentMetrics['total'];
type ReadIncident = MeasuredIncident & { id: number; button_id: number };

/**
 * The figures of a subscriber's incidents in these months, which follow each other, the newest first: of real ones, or of
 * drills. The incidents are read in small parts, so that presses in between wait only milliseconds.
 */
export async function readMetrics(
  tenant: TenantDb,
  teamId: number,
  months: readonly Month[],
  { drills = false }: { drills?: boolean } = {},
): Promise<Omit<IncidentMetrics, 'zone'>> {
  const total = new PeriodCounter();
  const counters = months.map(() => new PeriodCounter());
  const slices = new Slices();
  for await (const incident of readIncidents(tenant, { teamId, drills }, months)) {
    const index = months.findIndex(({ starts }) => starts <= incident.opened_at);
    counters[index]?.add(incident);
    total.add(incident);
    await slices.pause();
  }
  return {
    total: total.period,
    months: months.map(({ month }, index) => ({
      month,
      ...(counters[index] ?? new PeriodCounter()).period,
    })),
  };
}

/** The figures of a period: of all incidents, and by button. */
class PeriodCounter {
  readonly #all = new FigureCounter();
  readonly #buttons = new Map<number, FigureCounter>();

  add(incident: ReadIncident): void {
    const { button_id: buttonId } = incident;
    const counter = this.#buttons.get(buttonId) ?? new FigureCounter();
    this.#buttons.set(buttonId, counter);
    counter.add(incident);
    this.#all.add(incident);
  }

  get period(): Period {
    return {
      all: this.#all.figures,
      buttons: BUTTON_IDS.flatMap((button_id) => {
        const counter = this.#buttons.get(button_id);
        return counter ? { button_id, ...counter.figures } : [];
      }),
    };
  }
}

/** All incidents of the months, in the order of their presses. */
async function* readIncidents(
  tenant: TenantDb,
  of: { teamId: number; drills: boolean },
  months: readonly Month[],
): AsyncGenerator<ReadIncident, void> {
  const [from, to] = [months.at(-1)?.starts ?? '', months[0]?.ends ?? ''];
  let last: ReadIncident | undefined;
  do {
    const part = { from: last?.opened_at ?? from, to, after: last?.id ?? 0 };
    const rows = await readBatch(tenant, { ...of, ...part });
    yield* rows;
    last = rows.length === BATCH_SIZE ? rows.at(-1) : undefined;
  } while (last);
}

async function readBatch(
  tenant: TenantDb,
  {
    teamId,
    drills,
    from,
    to,
    after,
  }: { teamId: number; drills: boolean; from: string; to: string; after: number },
): Promise<ReadIncident[]> {
  return await tenant
    .selectFrom('incident')
    .select([
      'id',
      'button_id',
      'opened_at',
      'acknowledged_at',
      'unanswered_at',
      'closed_at',
      'outcome',
      firstOf('sent_at').as('first_sent_at'),
      firstOf('delivered_at').as('first_delivered_at'),
      INCIDENT_NOTIFIED_NO_ONE.as('is_unnotified'),
    ])
    .where('team_id', '=', teamId)
    .where('is_drill', '=', sql.lit(drills ? 1 : 0))
    .where('opened_at', '>=', from)
    .where('opened_at', '<', to)
    // Presses of the same millisecond continue with the next id.
    .where((where) => where.or([where('opened_at', '>', from), where('id', '>', after)]))
    .orderBy('opened_at')
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute();
}

/**
 * The first time of an incident's messages that ask for an answer. Not of the message to the person who pressed, which has
 * no recipient to answer, and not of the news that the person is safe.
 */
function firstOf(time: 'sent_at' | 'delivered_at') {
  return sql<string | null>`(
    select min(${sql.ref(time)}) from delivery
    where delivery.incident_id = incident.id and responder_id is not null and purpose is distinct from 'update'
  )`;
}
