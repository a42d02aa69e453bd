import type { AlarmReason } from '@callpoint/contract/alarms';
import { alarmTexts } from '../../texts/alarms.ts';

/** What is wrong, in a few words. */
export function alarmHeadline(reason: AlarmReason): string {
  return reason === 'unacknowledged' ? alarmTexts.noOneAcknowledged : alarmTexts.noOneNotified;
}
