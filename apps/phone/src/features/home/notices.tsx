import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { locationPermission, measure, type LocationPermission } from '../../device/location.ts';
import { useOnline } from '../../device/online.ts';
import { Button } from '../../display/button.tsx';
import controls from '../../display/controls.module.css';
import { Note } from '../../display/note.tsx';
import { href } from '../../links/route.ts';
import { isWaiting, NOT_SENT_AFTER } from '../../outbox/order.ts';
import { outbox } from '../../outbox/outbox.ts';
import { dashboard } from '../../session/dashboard.ts';
import { session } from '../../session/session.ts';
import { useIsPast } from '../../store/use-is-past.ts';
import { useStore } from '../../store/use-store.ts';
import { texts } from '../../texts/texts.ts';
import classes from './home.module.css';

/** What the person should know before the next press, the most important first. */
export function Notices() {
  const userId = useStore(session)?.user.id;
  const unsent = (useStore(outbox) ?? []).filter((item) => item.received === null && item.user_id === userId);
  const rejected = unsent.filter((item) => !isWaiting(item));
  const [oldest] = rejected;
  // One that was just made is no news, and is nearly always received in a moment.
  const newest = Math.max(0, ...unsent.map(({ pressed_at }) => Date.parse(pressed_at)));
  const isLate = useIsPast(newest === 0 ? null : newest + NOT_SENT_AFTER);
  const count = unsent.filter((item) => isWaiting(item) && (item.problem !== null || isLate)).length;
  return (
    <>
      {oldest && (
        <Note alert>
          <a
            className={controls['linkRow']}
            href={href(rejected.length === 1 ? `/sent/${oldest.client_id}` : '/history')}
          >
            {texts.home.rejected(rejected.length)}
          </a>
        </Note>
      )}
      {count > 0 && (
        <Note alert>
          <a className={controls['linkRow']} href={href('/history')}>
            {texts.home.waiting(count)}
          </a>
        </Note>
      )}
    </>
  );
}

/** In the header, so that it moves no button. */
export function OfflineNote() {
  return (
    <output className={classes['offline']}>
      {!useOnline() && (
        <>
          <IconAlertTriangle aria-hidden />
          {texts.home.offline}
        </>
      )}
    </output>
  );
}

/** What can wait: below the buttons, so that it does not move them. */
export function LaterNotices() {
  const shown = useStore(dashboard);
  const hasUsedLink = useStore(session)?.hasUsedLink;
  return (
    <>
      <LocationNotice />
      {shown?.should_change_password && !hasUsedLink && (
        <Note>
          <a className={controls['linkRow']} href={href('/password')}>
            {texts.home.changePassword}
          </a>
        </Note>
      )}
    </>
  );
}

function LocationNotice() {
  const [permission, setPermission] = useState<LocationPermission>('granted');
  useEffect(() => void locationPermission().then(setPermission), []);
  if (permission === 'granted') return null;
  if (permission === 'denied') return <Note>{texts.home.locationDenied}</Note>;
  const ask = async () => {
    await measure(20_000);
    setPermission(await locationPermission());
  };
  return (
    <Note>
      <p>{texts.home.locationHint}</p>
      <Button onClick={() => void ask()}>{texts.home.allowLocation}</Button>
    </Note>
  );
}
