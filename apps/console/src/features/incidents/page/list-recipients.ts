import { CHANNELS, type Channel } from '@callpoint/contract/channels/channels';
import type { IncidentMessage } from '@callpoint/contract/incidents';
import { readableNumber } from '../../../display/readable-number.ts';
import { deliveryTexts } from '../../../texts/deliveries.ts';

/**
 * A recipient with the newest message of each channel: of the press or a step, if there is one, because news that follow say
 * nothing about whether the person was notified.
 */
export interface RecipientRow {
  key: string;
  name: string;
  role: string;
  /** To call; '' if none of the messages went to a number. */
  phone: string;
  cells: ReadonlyMap<Channel, { newest: IncidentMessage; others: number }>;
  answer: { answer: 'owner' | 'have' | 'cannot'; at: string } | null;
  /** On the sheet that is printed: the first ones, and everyone who answered. */
  isPrinted: boolean;
}

/** Recipients, or messages or other events of the timeline, that fit on the sheet. */
export const MOST_PRINTED = 40;

/** The recipients of an incident's messages, in the order in which they were notified, and the used channels. */
export function listRecipients(messages: readonly IncidentMessage[]): {
  channels: Channel[];
  rows: RecipientRow[];
} {
  const people = Map.groupBy(messages, keyOf);
  const rows = [...people].map(([key, own], index) => {
    const answered = own
      .filter(({ answer }) => answer !== null)
      .toSorted((a, b) => (a.answered_at ?? '').localeCompare(b.answered_at ?? ''))
      .at(-1);
    return {
      key,
      name: recipientName(own[0]),
      role: roleText(own[0]?.role ?? ''),
      phone: own.find(({ address }) => address.startsWith('+'))?.address ?? '',
      cells: new Map(
        [...Map.groupBy(own, ({ channel }) => channel)].flatMap(([channel, sent]) => {
          const newest = sent.findLast(({ run }) => run !== null) ?? sent.at(-1);
          return newest ? [[channel, { newest, others: sent.length - 1 }] as const] : [];
        }),
      ),
      answer: answered?.answer
        ? {
            answer: own.some(({ is_owner }) => is_owner) ? ('owner' as const) : answered.answer,
            at: answered.answered_at ?? answered.created_at,
          }
        : null,
      isPrinted: index < MOST_PRINTED || answered !== undefined,
    };
  });
  const used = new Set(messages.map(({ channel }) => channel));
  return { channels: CHANNELS.filter((channel) => used.has(channel)), rows };
}

/** Subscribers see neither names nor addresses of administrators, who share a row. */
function keyOf({ role, person, name, address }: IncidentMessage): string {
  return name === null && address === '' ? role : `${role} ${person}`;
}

/** The name of a recipient, or the address; subscribers do not see those of administrators. */
export function recipientName(message: IncidentMessage | undefined): string {
  if (!message) return deliveryTexts.noAddress;
  if (message.name) return message.name;
  if (message.address !== '') return readableNumber(message.address);
  return message.role === 'admin'
    ? deliveryTexts.ofAnAdministrator
    : deliveryTexts.noAddressOf[message.channel];
}

function roleText(role: string): string {
  return Object.entries(deliveryTexts.roles).find(([known]) => known === role)?.[1] ?? role;
}
