import { perChannel } from '@callpoint/contract/channels/channels';
import { IncidentsDb } from '../../db/handles/incidents.ts';
import { rawDb } from '../../db/handles/handle.ts';
import type { Db } from '../../db/tables.ts';
import { openLog } from '../../http/logging/log.ts';
import { Escalator, type EscalatorOptions } from '../../incidents/escalation/escalator.ts';

/** An escalator with the clock of a test, whose messages are stored and not sent. */
export function testEscalator(
  db: Db,
  options: Pick<EscalatorOptions, 'now'> & Partial<EscalatorOptions>,
): Escalator {
  return new Escalator({
    incidents: new IncidentsDb(db),
    channels: perChannel(() => true),
    maps: { mapsUrl: 'https://maps.example/{lat},{lng}', mapImageUrl: null },
    smsFrom: null,
    smsCountries: null,
    publicUrl: 'https://callpoint.example',
    live: { publish: () => {} },
    wakeDelivery: () => {},
    log: openLog('silent'),
    ...options,
  });
}

type Faults = {
  /** Transactions are undone just before they commit, as in a crash, while it returns true. */
  isCrashing: () => boolean;
  /** An update outside of a transaction waits for it, as on a server that is slow between reading and writing. */
  beforeUpdate?: () => Promise<void>;
};

/** Incidents as a process with faults changes them. */
export class FaultyIncidentsDb extends IncidentsDb {
  readonly #isCrashing: Faults['isCrashing'];
  readonly #beforeUpdate: () => Promise<void>;

  constructor(db: Db, { isCrashing, beforeUpdate = async () => {} }: Faults) {
    super(db);
    this.#isCrashing = isCrashing;
    this.#beforeUpdate = beforeUpdate;
  }

  override get updateTable(): IncidentsDb['updateTable'] {
    const update = super.updateTable as (table: string) => object;
    return ((table: string) =>
      executedAfter(update(table), this.#beforeUpdate)) as IncidentsDb['updateTable'];
  }

  override async transaction<Result>(work: (tx: IncidentsDb) => Promise<Result>): Promise<Result> {
    return await new IncidentsDb(rawDb(this)).transaction(async (tx) => {
      const result = await work(tx);
      if (this.#isCrashing()) throw new Error('the process stopped before the commit');
      return result;
    });
  }
}

/** A query builder whose query waits until `wait` resolves. */
function executedAfter<Builder extends object>(builder: Builder, wait: () => Promise<void>): Builder {
  return new Proxy(builder, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        const call = () => Reflect.apply(value, target, args) as object;
        return name === 'execute' ? wait().then(call) : executedAfter(call(), wait);
      };
    },
  });
}
