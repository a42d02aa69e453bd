import type { LiveMessage } from '@callpoint/contract/live-events';
import { useEffect, useRef, useState } from 'react';
import { PUSH_ACCOUNT_KEY } from './push-account.ts';
import { waitingPresses } from '../../../features/alarms/waiting-presses.ts';
import { useLiveMessages } from '../../../live/live.ts';
import { useSignedIn } from '../../../session/session.ts';
import { lazyPart } from '../../../states/lazy-part.tsx';
import { useStore } from '../../../store/use-store.ts';
import { deviceAlertsDialog, openDeviceAlerts } from './device-alerts-store.ts';

const DeviceAlertsDialog = lazyPart(async () => (await import('./device-alerts.tsx')).DeviceAlertsDialog);
/** Its code loads when someone first uses the page, or with the first press. */
const PressNotices = lazyPart(
  async () => (await import('../../../features/alarms/press-notices.tsx')).PressNotices,
  { before: 'input' },
);

/** Messages that are stored until the code of the notes is loaded. */
const MOST_EARLY = 50;

/** Notes about presses, and the dialog in which they and their sounds are set. For teams. */
export function DeviceAlertsSlot() {
  const opened = useStore(deviceAlertsDialog);
  useEffect(() => {
    if (window.localStorage.getItem(PUSH_ACCOUNT_KEY) === null) return;
    // The dialog shows a failure.
    void import('./console-push.ts').then(({ renewPush }) => renewPush()).catch(() => null);
  }, []);
  const early = useRef<LiveMessage[] | null>([]);
  const account = useSignedIn().user.id;
  const [hasPress, setHasPress] = useState(
    () => (waitingPresses.read(window.sessionStorage, account)?.length ?? 0) > 0,
  );
  useLiveMessages((message) => {
    if (!early.current || early.current.length >= MOST_EARLY) return;
    const isPress =
      message.kind === 'submission.created' && message.submission === 'button' && !message.before;
    // After a press it may be deleted.
    if (!isPress && early.current.length === 0) return;
    early.current.push(message);
    setHasPress(true);
  });
  const takeEarly = () => {
    const taken = early.current ?? [];
    early.current = null;
    return taken;
  };
  return (
    <>
      {hasPress && <PressNotices takeEarly={takeEarly} onSettings={openDeviceAlerts} />}
      {opened && <DeviceAlertsDialog onClose={() => deviceAlertsDialog.set(false)} />}
    </>
  );
}
