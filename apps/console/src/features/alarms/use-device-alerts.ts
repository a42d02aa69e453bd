import { useCallback, useEffect, useRef, useState } from 'react';
import { navigate } from '../../links/navigation.ts';
import { useDeviceAlertSettings } from '../../device/device-alerts.ts';
import { useLeading } from '../../live/live.ts';
import { notify } from '../../device/notifications.ts';
import { playAlarm } from '../../device/sound.ts';
import { emergencyTexts } from '../../texts/emergencies.ts';
import { timestampText } from '../../display/timestamp-text.ts';
import { urgentHeadline } from './alarm-headline.ts';
import type { UrgentItem } from './urgent-items.ts';

/** Milliseconds between two sounds while an item waits. */
const SOUND_EVERY = 30_000;

interface SoundState {
  /** The browser mutes the page while an item waits. */
  blocked: boolean;
  /** Plays again: after a press, browsers allow it. */
  play: () => Promise<void>;
}

/** Sounds and notifies about waiting items as the reader set it; of several tabs only one does. */
export function useDeviceAlerts(waiting: readonly UrgentItem[]): SoundState {
  const [{ sound, notification }] = useDeviceAlertSettings();
  const leading = useLeading();
  const shown = useRef(new Map<string, 'waits' | 'waited'>());
  // A new item sounds immediately, not at the next interval.
  const newest = waiting[0]?.key ?? null;

  const [silenced, setSilenced] = useState(false);
  const play = useCallback(() => playAlarm().then((played) => setSilenced(played === 'blocked')), []);

  const sounds = leading && sound;
  useEffect(() => {
    if (!sounds || newest === null) return undefined;
    void play();
    const again = window.setInterval(() => void play(), SOUND_EVERY);
    return () => window.clearInterval(again);
  }, [sounds, newest, play]);

  const notifies = leading && notification;
  useEffect(() => {
    if (!notifies) return;
    const keys = new Set(waiting.map(({ key }) => key));
    // An incident that waits again, because its owner can’t after all, is news again.
    for (const key of shown.current.keys()) if (!keys.has(key)) shown.current.set(key, 'waited');
    for (const one of waiting.filter(({ key }) => shown.current.get(key) !== 'waits')) {
      const again = shown.current.has(one.key);
      shown.current.set(one.key, 'waits');
      const headline = urgentHeadline(one);
      const title = headline !== null ? `${headline}: ${one.item}` : one.item;
      const body = `${timestampText(one.at)}\n${one.name ?? emergencyTexts.somebody}`;
      notify(title, { body, tag: one.key, again }, () => void navigate(one.to));
    }
  }, [notifies, waiting]);

  return { blocked: sounds && newest !== null && silenced, play };
}
