import { itemLabel, type Item } from '@callpoint/contract/catalogue';
import type { AlarmReason } from '@callpoint/contract/alarms';

/** Of a submission of which nobody was told. `at`: ISO 8601. `link`: of its record; null where nobody knows it. */
export type Untold = {
  item: Item;
  name: string;
  phone: string;
  at: string;
  reason: AlarmReason;
  link: string | null;
};

const WHY: Readonly<Record<AlarmReason, string>> = {
  none_planned: 'there was nobody whom a message could be sent to. Check the notification settings.',
  all_failed: 'every message has failed.',
  not_accepted: 'no message was accepted within 60 seconds. We keep trying.',
};

/** What the subscriber is told then, by a channel that works. */
export function alarmMessage({ item, name, phone, at, reason, link }: Untold) {
  const what = `${itemLabel(item)}, ${name}`;
  const time = `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;
  return {
    subject: `Nobody was told: ${what}`,
    mail: [
      `Nobody was told about this: ${what}, ${time}.`,
      `Why: ${WHY[reason]}`,
      `Call them: ${phone}`,
      ...(link === null ? [] : [`The record: ${link}`]),
    ].join('\n\n'),
    sms: `Nobody was told: ${what}, ${time}. Call them: ${phone}`,
  };
}
