import { useEffect, useState } from 'react';
import { locationPermission, measure, type LocationPermission } from '../../device/location.ts';
import { Button } from '../../display/button.tsx';
import { texts } from '../../texts/texts.ts';
import { Setting } from './setting.tsx';

/** Whether alerts may have the phone's location. */
export function LocationSetting() {
  const [permission, setPermission] = useState<LocationPermission | null>(null);
  useEffect(() => void locationPermission().then(setPermission), []);
  const ask = async () => {
    await measure(20_000);
    setPermission(await locationPermission());
  };
  return (
    <Setting name={texts.menu.location} state={permission && texts.menu.locationStates[permission]}>
      {permission === 'prompt' && <Button onClick={() => void ask()}>{texts.home.allowLocation}</Button>}
    </Setting>
  );
}
