import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useDeviceAlertSettings } from '../../device/device-alerts.ts';
import { useLeading } from '../../live/live.ts';
import { notify } from '../../device/notifications.ts';
import { playAlarm } from '../../device/sound.ts';
import { alarmTexts } from '../../texts/alarms.ts';
import { emergencyTexts } from '../../texts/emergencies.ts';
import { momentText } from '../../display/moment-text.ts';
import type { UrgentItem } from './urgent-items.ts';

/** Milliseconds between one sound and the next, while something waits. */
const SOUND_EVERY = 30_000;

interface Sounding {
  /** The browser keeps the page silent while something waits. */
  blocked: boolean;
  /** Plays once more: from a press, browsers let it. */
  play: () => Promise<void>;
}

/** Sounds and notifies of what waits as the reader switched it on; of several tabs only one does. */
export function useDeviceAlerts(waiting: readonly UrgentItem[]): Sounding {
  const [{ sound, notification }] = useDeviceAlertSettings();
  const leading = useLeading();
  const navigate = useNavigate();
  const shown = useRef(new Set<string>());
  // Another one that comes sounds at once, not with the next turn.
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
    for (const one of waiting.filter(({ key }) => !shown.current.has(key))) {
      shown.current.add(one.key);
      const title = one.unnotified ? `${alarmTexts.nobodyTold}: ${one.item}` : one.item;
      const body = `${momentText(one.at)}\n${one.name ?? emergencyTexts.somebody}`;
      notify(title, body, one.key, () => void navigate(one.to));
    }
  }, [notifies, waiting, navigate]);

  return { blocked: sounds && newest !== null && silenced, play };
}
