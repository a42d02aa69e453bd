import type { Channel } from '@callpoint/contract/channels/channels';
import type { RecipientRole } from '@callpoint/contract/channels/channel';
import { PlatformDb } from '../../db/handles/platform.ts';
import type { Db } from '../../db/tables.ts';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildSubmission } from '../../factories/submissions.ts';
import { acceptSubmissions } from '../../features/phone/accept-submissions.ts';
import { BOTH_CHANNELS, plannedEmail, withReason } from '../outbox.ts';

type PressOptions = {
  channel?: Channel;
  role?: RecipientRole;
  isEmergency?: boolean;
  now?: Date;
  /** Another connection to the same database; default: that of `limitedTenant`. */
  on?: Db;
};

/** A subscriber with a function that sends messages to any addresses. */
export async function limitedTenant(db: Db, overrides: Parameters<typeof buildTeam>[1] = {}) {
  const team = await buildTeam(db, { email: 'own@team.example', phone: '+1 202 555 0100', ...overrides });
  const user = await buildAppUser(db, team.id, { phone: '(202) 555-0143' });
  return {
    team,
    user,
    async press(addresses: readonly string[], options: PressOptions = {}): Promise<number> {
      const { channel = 'email', role = 'team', isEmergency = false, now = new Date(), on = db } = options;
      const messages = addresses.map((address) => plannedEmail({ channel, role, address }));
      const item = { kind: 'button', id: isEmergency ? 5 : 2 } as const;
      const [accepted] = await acceptSubmissions(
        new PlatformDb(on),
        BOTH_CHANNELS,
        [buildSubmission(user, { item, messages })],
        now,
      );
      return accepted?.id ?? 0;
    },
    /** `reason` as people read it. */
    async rows() {
      const rows = await db
        .selectFrom('delivery')
        .selectAll()
        .where('team_id', '=', team.id)
        .orderBy('id')
        .execute();
      return rows.map(withReason);
    },
    /** How many messages are in each state, with the reason of held ones: `pending: 2, held limit: 1`. */
    async states(): Promise<string> {
      const rows = await db
        .selectFrom('delivery')
        .select((row) => ['state', 'held_for', row.fn.countAll<number>().as('total')])
        .where('team_id', '=', team.id)
        .groupBy(['state', 'held_for'])
        .execute();
      return rows
        .map(({ state, held_for, total }) => `${state}${held_for ? ` ${held_for}` : ''}: ${total}`)
        .toSorted()
        .join(', ');
    },
    /** Records all waiting messages as sent, as the worker does when the provider accepts them. */
    async sendAll(now = new Date()): Promise<void> {
      await db
        .updateTable('delivery')
        .set({ state: 'sent', sent_at: now.toISOString(), next_attempt_at: null })
        .where('team_id', '=', team.id)
        .where('state', '=', 'pending')
        .execute();
    },
  };
}

/** `count` different external addresses. */
export function externalAddresses(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => `x${from + index}@elsewhere.example`);
}
