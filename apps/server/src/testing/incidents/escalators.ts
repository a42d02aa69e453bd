import { perChannel } from '@callpoint/contract/channels/channels';
import { IncidentsDb } from '../../db/incidents.ts';
import { rawDb } from '../../db/handle.ts';
import type { Db } from '../../db/tables.ts';
import { openLog } from '../../http/log.ts';
import { Escalator, type EscalatorOptions } from '../../incidents/escalator.ts';

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
    live: { publish: () => {} },
    wakeDelivery: () => {},
    log: openLog('silent'),
    ...options,
  });
}

/** Incidents whose transactions are undone just before they commit, as in a crash, while `isCrashing` returns true. */
export class CrashingIncidentsDb extends IncidentsDb {
  readonly #isCrashing: () => boolean;

  constructor(db: Db, isCrashing: () => boolean) {
    super(db);
    this.#isCrashing = isCrashing;
  }

  override async transaction<Result>(work: (tx: IncidentsDb) => Promise<Result>): Promise<Result> {
    return await new IncidentsDb(rawDb(this)).transaction(async (tx) => {
      const result = await work(tx);
      if (this.#isCrashing()) throw new Error('the process stopped before the commit');
      return result;
    });
  }
}
