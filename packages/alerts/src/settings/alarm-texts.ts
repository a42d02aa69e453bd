import { itemLabel, type Item } from '@callpoint/contract/catalog';
import type { AlarmReason } from '@callpoint/contract/alarms';
import { timeText } from '../templates/time-text.ts';

/**
 * A submission that notified no one. `at`: ISO 8601. `zone`: of the time in the text, an IANA name. `link`: to its record;
 * null if the server's address is unknown.
 */
export type UnnotifiedSubmission = {
  item: Item;
  name: string;
  phone: string;
  at: string;
  zone: string;
  reason: AlarmReason;
  link: string | null;
};

const WHY: Readonly<Record<AlarmReason, string>> = {
  none_planned: 'there was no recipient for a message. Check the notification settings.',
  all_failed: 'all messages failed.',
  none_sent: 'no message got through: all failed, are held or were skipped.',
  not_accepted: 'no message got through within 60 seconds. Callpoint is still retrying.',
  unacknowledged: 'no one acknowledged it.',
};

/** The alarm for the subscriber, sent over a channel that works. */
export function alarmMessage(submission: UnnotifiedSubmission) {
  const { item, name, phone, at, zone, reason, link } = submission;
  const what = `${itemLabel(item)}, ${name}`;
  const time = timeText(at, zone);
  return {
    subject: `No one was notified: ${what}`,
    mail: [
      `No one was notified of this: ${what}, ${time}.`,
      `Why: ${WHY[reason]}`,
      `Call them: ${phone}`,
      ...(link === null ? [] : [`Record: ${link}`]),
    ].join('\n\n'),
    text: `No one was notified: ${what}, ${time}. Call them: ${phone}`,
  };
}

/**
 * `acknowledged`: who acknowledged it meanwhile, and when (ISO 8601); null if no one has. `hasNotified`: a message about it was
 * sent to someone else than the person who submitted it. `safeAt`: when the person reported being safe; null if they have not.
 */
export type DigestEntry = UnnotifiedSubmission & {
  /** To its incident; null if it has none, or if the server's address is unknown. */
  incidentLink: string | null;
  acknowledged: { by: string; at: string } | null;
  hasNotified: boolean;
  safeAt: string | null;
};
export type Digest = {
  subscriber: { id: number; name: string; phone: string };
  /** When the email is written, ISO 8601: someone may acknowledge before it is sent. */
  at: string;
  /** The number of submissions that the email is about. */
  count: number;
  /** The submissions that the email describes. */
  entries: readonly DigestEntry[];
  /** To the open incidents of the subscriber; null if the server's address is unknown. */
  incidentsLink: string | null;
};

/** What the subject says about the submissions: more than are described may have notified no one. */
function whatHappened(count: number, entries: readonly DigestEntry[]): string {
  const submissions = count === 1 ? '1 submission' : `${count} submissions`;
  const unacknowledged = entries.filter(({ reason }) => reason === 'unacknowledged');
  if (unacknowledged.length === 0) return `${submissions} that notified no one`;
  const isAll = unacknowledged.length === count;
  if (isAll && unacknowledged.every(({ hasNotified }) => hasNotified))
    return `${submissions} that no one acknowledged in time`;
  return isAll && unacknowledged.every(({ hasNotified }) => !hasNotified)
    ? `${submissions} that notified no one and that no one acknowledged in time`
    : `${submissions} that notified no one or that no one acknowledged in time`;
}

function whyText({ reason, acknowledged, hasNotified, zone }: DigestEntry, now: string): string {
  if (reason !== 'unacknowledged') return WHY[reason];
  if (acknowledged !== null) {
    const { by, at } = acknowledged;
    const before = 'no one acknowledged it before the last step';
    return `${hasNotified ? before : `no one was notified, and ${before}`}. ${by} acknowledged it on ${timeText(at, zone)}.`;
  }
  const sent = hasNotified ? 'people were notified, but' : 'no one was notified, and';
  return `${sent} no one had acknowledged it by ${timeText(now, zone)}.`;
}

/** The administrators' email about one subscriber. Its subject has only our own text and ids, because subscribers choose the names. */
export function alarmDigest({ subscriber, at: now, count, entries, incidentsLink }: Digest): {
  subject: string;
  text: string;
} {
  const more = count - entries.length;
  return {
    subject: `Callpoint alarm: subscriber ${subscriber.id}, ${whatHappened(count, entries)}`,
    text: [
      `Subscriber: ${subscriber.name}, ${subscriber.phone}`,
      ...entries.map((entry) => {
        const { item, name, phone, at, zone, link, incidentLink, safeAt } = entry;
        return [
          `${itemLabel(item)}, ${name}, ${timeText(at, zone)}`,
          `Why: ${whyText(entry, now)}`,
          ...(safeAt === null
            ? []
            : [`Reported safe on ${timeText(safeAt, zone)}: make sure that it is true.`]),
          `Call them: ${phone}`,
          ...(incidentLink === null ? [] : [`Incident: ${incidentLink}`]),
          ...(link === null ? [] : [`Record: ${link}`]),
        ].join('\n');
      }),
      ...(more > 0 ? [`And ${more} more.`] : []),
      ...(incidentsLink === null ? [] : [`All open incidents of the subscriber: ${incidentsLink}`]),
    ].join('\n\n'),
  };
}
