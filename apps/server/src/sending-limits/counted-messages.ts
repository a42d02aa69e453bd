import type { AddressKind } from '@callpoint/contract/channels/channel';
import { CHANNEL, CHANNELS, type Channel } from '@callpoint/contract/channels/channels';
import type { DeliveryRole, MessagePurpose } from '@callpoint/contract/deliveries';
import { sql, type RawBuilder } from 'kysely';
import { getDialect, type JsonColumns } from '../db/dialect.ts';
import { prepared } from '../db/queries/prepared.ts';
import type { Row } from '../db/rows.ts';
import type { Db } from '../db/tables.ts';
import { isAccountAddress, type PlatformLimits, type SendingAccount } from './sending-accounts.ts';

/** A message that a limit may hold. `address` in lower case, numbers in E.164. */
export type LimitedMessage = {
  teamId: number;
  channel: Channel;
  role: DeliveryRole;
  purpose: MessagePurpose | null;
  address: string;
  isEmergency: boolean;
  messageKey: string;
};

/** A message that counts, and whether it is sent to one of the account's own recipients. */
export type CountedMessage<Message> = { message: Message; isOwn: boolean };

/** Messages to the consultancy and to administrators are never counted. */
export function isToPlatform({ role }: { role: DeliveryRole }): boolean {
  return role === 'consultancy' || role === 'admin';
}

/** Purposes of messages that are sent to the account itself. An escalation may go to anyone whom its policy names. */
const OWN_PURPOSES: readonly (MessagePurpose | null)[] = ['test', 'alarm'];

/** A confirmation to an app user, a test and an alarm are for the account's own recipients, at any address. */
export function isToOwnRecipient({
  role,
  purpose,
}: {
  role: DeliveryRole;
  purpose: MessagePurpose | null;
}): boolean {
  return role === 'user' || (role === 'team' && OWN_PURPOSES.includes(purpose));
}

/** The messages that count: to external recipients, and of unconfirmed accounts to own ones. */
export async function countedMessages<Message extends LimitedMessage>(
  db: Db,
  messages: readonly Message[],
  accounts: ReadonlyMap<number, SendingAccount>,
  platform: PlatformLimits,
): Promise<CountedMessage<Message>[]> {
  const others = messages.filter(
    (message) =>
      !isToPlatform(message) &&
      (isToOwnRecipient(message) || !platform.recipients[message.channel].has(message.address)),
  );
  const isKnownOwn = (message: Message) => {
    const account = accounts.get(message.teamId);
    return (
      isToOwnRecipient(message) || (account && isAccountAddress(account, message.channel, message.address))
    );
  };
  const users = await findAppUserRecipients(
    db,
    others.filter((message) => !isKnownOwn(message)),
  );
  return others
    .map((message) => ({ message, isOwn: Boolean(isKnownOwn(message)) || users.has(recipientKey(message)) }))
    .filter(({ message, isOwn }) => !isOwn || accounts.get(message.teamId)?.confirmed_at === null);
}

export type RecipientKey = Pick<LimitedMessage, 'teamId' | 'channel' | 'address'>;

export function recipientKey({ teamId, channel, address }: RecipientKey): string {
  return `${teamId} ${channel} ${address}`;
}

type Found = { team_id: number; channel: Channel; address: string };
const COLUMNS: JsonColumns = { team_id: 'integer', channel: 'text', address: 'text' };

/** The expression for an app user's address, normalized like `LimitedMessage.address`. */
const USER_ADDRESS: Readonly<Record<AddressKind, RawBuilder<string>>> = {
  email: sql`lower(app_user.email)`,
  phone: sql`app_user.sms_number`,
  push: sql`'app_user:' || app_user.id`,
};

const findUsers = prepared<{ wanted: string }, Found>((db, param) => {
  const byChannel = CHANNELS.map(
    (channel) => sql`
    select wanted.team_id, wanted.channel, wanted.address
    from ${getDialect(db).jsonRows(param('wanted'), 'wanted', COLUMNS)}
      join app_user on ${USER_ADDRESS[CHANNEL[channel].addressKind]} = wanted.address
        and app_user.team_id = wanted.team_id
    where wanted.channel = ${sql.lit(channel)}`,
  );
  return sql<Found>`${sql.join(byChannel, sql` union all `)}`;
});

/** The recipients that are app users of the same account. */
async function findAppUserRecipients(db: Db, wanted: readonly RecipientKey[]): Promise<Set<string>> {
  if (wanted.length === 0) return new Set();
  const rows = wanted.map(({ teamId: team_id, channel, address }) => ({ team_id, channel, address }));
  const found = await findUsers(db, { wanted: JSON.stringify(rows) });
  return new Set(
    found.map(({ team_id: teamId, channel, address }) => recipientKey({ teamId, channel, address })),
  );
}

/** A stored message in the form that the limits read. */
export function limitedMessage(
  row: Pick<Row<'delivery'>, 'role' | 'address' | 'priority' | 'message_key'> & {
    channel: Channel;
    purpose: string | null;
  },
) {
  return {
    channel: row.channel,
    role: row.role as DeliveryRole,
    purpose: row.purpose as MessagePurpose | null,
    address: row.address.toLowerCase(),
    isEmergency: row.priority === 0,
    messageKey: row.message_key,
  };
}
