import { perChannel, type Channel } from '@callpoint/contract/channels/channels';
import type { LiveEvent } from '@callpoint/contract/live-events';
import { onTestFinished } from 'vitest';
import type { Db } from '../db/tables.ts';
import { Watchdog } from '../delivery/watchdog/watchdog.ts';
import type { SendOutcome, ChannelAdapter } from '../delivery/channels/channel.ts';
import { DeliveryWorker } from '../delivery/worker/worker.ts';
import { testDatabase } from './databases/database.ts';
import { DeliveryEvents, manualClock, testOutbox } from './outbox.ts';
import { NO_ADAPTERS, NO_CHANNELS } from '../factories/channels.ts';

/** Outcomes for a test's channels. */
export const REJECTED: SendOutcome = {
  kind: 'permanent',
  fault: 'lost',
  providerText: 'The mailbox does not exist.',
};
export const TRY_LATER: SendOutcome = { kind: 'temporary', fault: 'lost', providerText: 'Try later.' };
export const ACCEPTED: SendOutcome = { kind: 'sent', providerText: 'Accepted.' };

/**
 * A worker whose channels return the outcomes that the test chooses, and a watchdog. Both use one clock that the test
 * controls.
 * @param options.db default: a database of this test
 */
export async function testWatchdog({ sms = false, db: given }: { sms?: boolean; db?: Db } = {}) {
  const db = given ?? (await testDatabase()).db;
  const outbox = await testOutbox(db);
  const deliveryEvents = new DeliveryEvents();
  const clock = manualClock();
  const outcomes: Record<Channel, SendOutcome> = perChannel(() => ACCEPTED);
  /** Replaces the outcome of the channel for single addresses. */
  const outcomeByAddress = new Map<string, SendOutcome>();
  const adapter = (channel: Channel): ChannelAdapter => ({
    concurrency: 4,
    send: async ({ address }) => outcomeByAddress.get(address) ?? outcomes[channel],
  });
  const worker = new DeliveryWorker({
    db,
    channels: { ...NO_ADAPTERS, email: adapter('email'), sms: sms ? adapter('sms') : null },
    log: deliveryEvents.log,
    onResult: deliveryEvents.onResult,
    now: clock.now,
    random: () => 0.5,
  });
  worker.start();
  onTestFinished(() => worker.stop());
  const events: LiveEvent[] = [];
  const createWatchdog = () =>
    new Watchdog({
      db,
      channels: { ...NO_CHANNELS, email: true, sms },
      smsFrom: null,
      smsCountries: null,
      publicUrl: 'https://callpoint.example',
      live: { publish: (...published) => void events.push(...published) },
      wakeDelivery: () => worker.wake(),
      log: deliveryEvents.log,
      now: clock.now,
    });
  const watchdog = createWatchdog();
  const press: typeof outbox.press = async (messages, options = {}) => {
    const id = await outbox.press(messages, {
      now: clock.now(),
      channels: { ...NO_CHANNELS, email: true, sms },
      ...options,
    });
    worker.wake();
    return id;
  };
  const alarms = () => db.selectFrom('alarm').selectAll().orderBy('id').execute();
  return {
    db,
    outbox,
    deliveryEvents,
    clock,
    outcomes,
    outcomeByAddress,
    worker,
    watchdog,
    createWatchdog,
    events,
    press,
    alarms,
  };
}
