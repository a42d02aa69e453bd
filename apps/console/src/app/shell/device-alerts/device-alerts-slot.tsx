import type { LiveMessage } from '@callpoint/contract/live-events';
import { useRef } from 'react';
import { useLiveMessages } from '../../../live/live.ts';
import { lazyPart } from '../../../states/lazy-part.tsx';
import { useStore } from '../../../store/use-store.ts';
import { shellTexts } from '../../../texts/shell.ts';
import { deviceAlertsDialog, openDeviceAlerts } from './device-alerts-store.ts';

const DeviceAlertsDialog = lazyPart(async () => (await import('./device-alerts.tsx')).DeviceAlertsDialog, {
  instead: shellTexts.deviceAlertsFailed,
});
const PressNotices = lazyPart(
  async () => (await import('../../../features/alarms/press-notices.tsx')).PressNotices,
);

/** Messages that are stored until the code of the notes is loaded. */
const MOST_EARLY = 50;

/** Notes about presses, and the dialog in which they and their sounds are set. For teams. */
export function DeviceAlertsSlot() {
  const opened = useStore(deviceAlertsDialog);
  const early = useRef<LiveMessage[] | null>([]);
  useLiveMessages((message) => {
    if (early.current && early.current.length < MOST_EARLY) early.current.push(message);
  });
  const takeEarly = () => {
    const taken = early.current ?? [];
    early.current = null;
    return taken;
  };
  return (
    <>
      <PressNotices takeEarly={takeEarly} onSettings={openDeviceAlerts} />
      {opened && <DeviceAlertsDialog onClose={() => deviceAlertsDialog.set(false)} />}
    </>
  );
}
