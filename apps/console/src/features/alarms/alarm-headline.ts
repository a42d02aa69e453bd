import type { Alarm } from '@callpoint/contract/alarms';
import { alarmTexts } from '../../texts/alarms.ts';
import type { UrgentItem } from './urgent-items.ts';

/** What is wrong, in a few words; both facts if both are true. */
export function alarmHeadline({ reason, is_unnotified }: Pick<Alarm, 'reason' | 'is_unnotified'>): string {
  if (reason !== 'unacknowledged') return alarmTexts.noOneNotified;
  return is_unnotified ? alarmTexts.noOneNotifiedNorAcknowledged : alarmTexts.noOneAcknowledged;
}

/** The same of an item of the bar; null if someone was notified, and nothing else is wrong. */
export function urgentHeadline({
  alarm,
  unnotified,
}: Pick<UrgentItem, 'alarm' | 'unnotified'>): string | null {
  if (alarm) return alarmHeadline(alarm);
  return unnotified ? alarmTexts.noOneNotified : null;
}
