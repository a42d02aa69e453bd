import { SYSTEM } from '../../db/history/audit.ts';
import { markOutdatedReachability } from '../../db/reachability-marks.ts';
import type { PlatformDb } from '../../db/handles/platform.ts';
import { TenantDb } from '../../db/handles/tenant.ts';
import { errorForLog, type DeliveryLog } from '../../delivery/channels/delivery-log.ts';
import { markReachabilityForNewDay } from '../../sending-limits/new-day.ts';
import { toUtcDay } from '../../sending-limits/usage-store.ts';
import {
  storeAddresses,
  storeReachability,
  findOutdatedSnapshots,
  type OutdatedSnapshot,
  type Snapshot,
} from './stored-reachability.ts';
import { readPlatform, readReachabilitySources, readAddressStatus } from './reachability.repository.ts';
import { checkReachability, computePlatformVersion, type ReachabilityConfig } from './reachability.rules.ts';
import { every, type Periodic } from '../../scheduling/every.ts';
import { yieldToPresses } from '../../scheduling/press-priority.ts';

/** Milliseconds between two checks for marks. */
const CHECK_EVERY = 2_000;
/** Snapshots that are stored together. */
const BATCH_SIZE = 10;
/** Milliseconds between two checks for outdated snapshots without a mark. */
const SWEEP_EVERY = 3_600_000;
/** A snapshot is computed again after this time, in milliseconds, without any change. */
const MAX_AGE = 24 * 3_600_000;

export type ReachabilityMonitorOptions = ReachabilityConfig & {
  platform: PlatformDb;
  log: DeliveryLog;
  /** For tests. */
  now?: () => Date;
};

/**
 * Computes the reachability of marked subscribers again: one subscriber at a time, so that presses are handled in
 * between. Any number of monitors may run on one database; two that compute the same subscriber get the same result.
 */
export class ReachabilityMonitor {
  readonly #options: ReachabilityMonitorOptions;
  readonly #now: () => Date;
  #swept: { platformVersion: string; at: number } | null = null;
  /** The current day: the limits restart every day. */
  #day: string | null = null;
  #periodic: Periodic | undefined;

  constructor(options: ReachabilityMonitorOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
  }

  start(): void {
    this.#periodic = every(CHECK_EVERY, (stopping) => this.look(stopping), {
      onError: (error) =>
        this.#options.log.error({ fault: errorForLog(error) }, 'computing reachability failed'),
    });
  }

  async stop(): Promise<void> {
    await this.#periodic?.stop();
  }

  /** Computes the reachability of all marked subscribers. */
  async look(stopping?: AbortSignal): Promise<void> {
    const { platform } = this.#options;
    await this.#sweep();
    for (;;) {
      const outdated = await findOutdatedSnapshots(platform, BATCH_SIZE);
      const snapshots: Snapshot[] = [];
      for (const one of outdated) {
        if (stopping?.aborted) return;
        snapshots.push(await this.#compute(one));
        await yieldToPresses();
      }
      await storeReachability(platform, snapshots, this.#now());
      if (outdated.length < BATCH_SIZE) return;
    }
  }

  async #sweep(): Promise<void> {
    const day = toUtcDay(this.#now());
    if (this.#day !== day) await markReachabilityForNewDay(this.#options.platform, this.#now());
    this.#day = day;
    const now = this.#now().getTime();
    const platformVersion = computePlatformVersion(await readPlatform(this.#options.platform), this.#options);
    if (this.#swept?.platformVersion === platformVersion && now - this.#swept.at < SWEEP_EVERY) return;
    await markOutdatedReachability(
      this.#options.platform,
      platformVersion,
      new Date(now - MAX_AGE).toISOString(),
    );
    this.#swept = { platformVersion, at: now };
  }

  async #compute({ team_id, requested: version, status }: OutdatedSnapshot): Promise<Snapshot> {
    const { platform, smsFrom } = this.#options;
    const tenant = new TenantDb(platform, { teamId: team_id }, SYSTEM);
    const sources = await readReachabilitySources(platform, tenant, team_id);
    const platformVersion = computePlatformVersion(sources, this.#options);
    // No one can press, so no notification can fail.
    if (status === 0) return { team_id, version, platformVersion, items: [] };
    await storeAddresses(platform, team_id, sources.addresses);
    const addressStatus = await readAddressStatus(
      platform,
      smsFrom,
      { teamId: team_id, ...sources },
      this.#now(),
    );
    return {
      team_id,
      version,
      platformVersion,
      items: await checkReachability(sources, addressStatus, this.#options),
    };
  }
}
