import { randomUUID } from 'node:crypto';
import type { Location } from '@callpoint/contract/fields';
import { CheckInMonitor } from '../../check-ins/check-in-monitor.ts';
import { PlatformDb } from '../../db/handles/platform.ts';
import type { Db } from '../../db/tables.ts';
import { raisedPresses } from '../../features/phone/raised-presses.ts';
import { openLog } from '../../http/logging/log.ts';
import { MINUTE } from '../../scheduling/durations.ts';
import { NO_CHANNELS } from '../../factories/channels.ts';

type MonitorOptions = ConstructorParameters<typeof CheckInMonitor>[0];

/** A monitor of check-ins with the clock of a test, whose presses are stored and not sent. */
export function testMonitor(
  db: Db,
  options: Partial<Pick<MonitorOptions, 'now' | 'remind' | 'presses'>> = {},
) {
  return new CheckInMonitor({
    db,
    presses: storedPresses(db),
    remind: null,
    log: openLog('silent'),
    ...options,
  });
}

/** The presses of the product, with no channel to send their messages. */
export function storedPresses(db: Db) {
  return raisedPresses({
    platform: new PlatformDb(db),
    maps: { mapsUrl: 'https://maps.example/?q={lat},{lng}', mapImageUrl: null },
    channels: NO_CHANNELS,
    smsFrom: null,
    smsCountries: null,
    publicUrl: () => 'https://callpoint.example',
    hasPublicUrl: true,
    live: { publish: () => {} },
    wakeDelivery: () => {},
    onIncident: () => {},
  });
}

type CheckInOverrides = { dueAt: Date; graceMinutes?: number; until?: Date; location?: Location | null };

/** An active check-in of a person. Returns its id and the phone’s own id. */
export async function buildCheckIn(
  db: Db,
  user: { id: number; team_id: number },
  { dueAt, graceMinutes = 5, until, location = null }: CheckInOverrides,
): Promise<{ id: number; clientId: string }> {
  const clientId = randomUUID();
  const { id } = await db
    .insertInto('check_in')
    .values({
      team_id: user.team_id,
      app_user_id: user.id,
      client_id: clientId,
      every_minutes: 30,
      grace_minutes: graceMinutes,
      until_at: (until ?? new Date(dueAt.getTime() + 60 * MINUTE)).toISOString(),
      due_at: dueAt.toISOString(),
      raise_at: new Date(dueAt.getTime() + graceMinutes * MINUTE).toISOString(),
      reminded_at: null,
      state: 'active',
      location: location && JSON.stringify(location),
      button_click_id: null,
      created_at: new Date(dueAt.getTime() - 30 * MINUTE).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, clientId };
}
