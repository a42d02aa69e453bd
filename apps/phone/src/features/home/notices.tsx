import { useEffect, useState } from 'react';
import { locationPermission, measure, type LocationPermission } from '../../device/location.ts';
import { Button } from '../../display/button.tsx';
import controls from '../../display/controls.module.css';
import { Note } from '../../display/note.tsx';
import { href } from '../../links/route.ts';
import { dashboard } from '../../session/dashboard.ts';
import { session } from '../../session/session.ts';
import { useStore } from '../../store/use-store.ts';
import { texts } from '../../texts/texts.ts';

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
