import { itemLabel, type Item } from '@callpoint/contract/catalogue';
import type { AlarmReason } from '@callpoint/contract/alarms';

/**
 * Of a submission of which nobody was told. `at`: ISO 8601. `link`: of its record; null where nobody knows it.
 * `subscriber`: whose it is, for whoever has several.
 */
export type Untold = {
  item: Item;
  name: string;
  phone: string;
  at: string;
  reason: AlarmReason;
  link: string | null;
  subscriber?: { name: string; phone: string };
};

const WHY: Readonly<Record<AlarmReason, string>> = {
  none_planned: 'there was nobody else whom a message could be sent to. Check the notification settings.',
  all_failed: 'every message to others failed.',
  none_sent: 'no message to others was sent: each failed, is held or was skipped.',
  not_accepted: 'no message to others got through within 60 seconds. We keep trying.',
};

/** What the subscriber is told then, or an administrator, by a channel that works. */
export function alarmMessage({ item, name, phone, at, reason, link, subscriber }: Untold) {
  const what = `${itemLabel(item)}, ${name}`;
  const time = `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;
  return {
    subject: `Nobody was told: ${what}${subscriber ? ` (${subscriber.name})` : ''}`,
    mail: [
      `Nobody was told about this: ${what}, ${time}.`,
      `Why: ${WHY[reason]}`,
      `Call them: ${phone}`,
      ...(subscriber ? [`Subscriber: ${subscriber.name}, ${subscriber.phone}`] : []),
      ...(link === null ? [] : [`The record: ${link}`]),
    ].join('\n\n'),
    sms: `Nobody was told: ${what}, ${time}. Call them: ${phone}`,
  };
}
