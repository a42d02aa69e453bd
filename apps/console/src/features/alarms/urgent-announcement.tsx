import { useState } from 'react';
import { listTimeText } from '../../display/timestamp-text.ts';
import { alarmTexts } from '../../texts/alarms.ts';
import { emergencyTexts } from '../../texts/emergencies.ts';
import { alarmHeadline } from './alarm-headline.ts';
import type { UrgentItem } from './urgent-items.ts';

/** The most items that are announced at the same time. */
const MAX_ANNOUNCED = 3;

/** Each item is announced once, however often the lists are read again; and again if it waits again. */
export function UrgentAnnouncement({ waiting }: { waiting: readonly UrgentItem[] }) {
  const [announced, setAnnounced] = useState<{ keys: ReadonlySet<string>; text: string }>({
    keys: new Set(),
    text: '',
  });
  const fresh = waiting.filter(({ key }) => !announced.keys.has(key));
  const keys = new Set(waiting.map(({ key }) => key));
  if (fresh.length > 0) {
    setAnnounced({ keys, text: fresh.slice(0, MAX_ANNOUNCED).map(announcement).join(' ') });
  } else if ([...announced.keys].some((key) => !keys.has(key))) setAnnounced({ keys, text: '' });
  return announced.text;
}

function announcement({ at, name, item, alarm, unnotified, key }: UrgentItem): string {
  const who = name ?? emergencyTexts.somebody;
  const time = listTimeText(at);
  if (alarm?.reason === 'unacknowledged')
    return alarmTexts.announcedUnacknowledged(item, who, time, alarmHeadline(alarm));
  if (alarm) return alarmTexts.announced(item, who, time, alarmTexts.why[alarm.reason]);
  if (!key.startsWith('incident')) return emergencyTexts.announced(who, time);
  return unnotified
    ? alarmTexts.announcedUnacknowledged(item, who, time, alarmTexts.noOneNotified)
    : emergencyTexts.announcedIncident(item, who, time);
}
