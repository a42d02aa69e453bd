import { BUTTON_LABELS, EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalogue';
import type { ButtonClick } from '@callpoint/contract/submissions';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useDeviceAlertSettings } from '../../lib/device-alerts.ts';
import { useLeading } from '../../lib/live/live.ts';
import { notify } from '../../lib/notifications.ts';
import { playAlarm } from '../../lib/sound.ts';
import { emergencyTexts } from '../../lib/texts/emergencies.ts';
import { momentText } from '../../table/moment-text.ts';

/** Milliseconds between one sound and the next, while an emergency waits. */
const SOUND_EVERY = 30_000;

/** Sounds and notifies of open emergencies as the reader switched it on; of several tabs only one does. */
export function useDeviceAlerts(unopened: readonly ButtonClick[]): void {
  const [{ sound, notification }] = useDeviceAlertSettings();
  const leading = useLeading();
  const navigate = useNavigate();
  const shown = useRef(0);
  const newest = unopened[0]?.id ?? 0;

  const sounds = leading && sound;
  useEffect(() => {
    if (!sounds || newest === 0) return undefined;
    void playAlarm();
    const again = window.setInterval(() => void playAlarm(), SOUND_EVERY);
    return () => window.clearInterval(again);
  }, [sounds, newest]);

  const notifies = leading && notification;
  useEffect(() => {
    if (!notifies) return;
    for (const click of unopened.filter(({ id }) => id > shown.current)) {
      const body = `${momentText(click.created_at)}\n${click.app_user?.name ?? emergencyTexts.somebody}`;
      notify(BUTTON_LABELS[EMERGENCY_BUTTON_ID], body, `emergency ${click.id}`, () => {
        void navigate(`/button_data/${EMERGENCY_BUTTON_ID}/${click.id}`);
      });
    }
    shown.current = Math.max(shown.current, newest);
  }, [notifies, unopened, newest, navigate]);
}
