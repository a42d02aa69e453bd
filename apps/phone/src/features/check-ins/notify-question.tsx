import { useEffect, useState } from 'react';
import { pushState, turnPushOn } from '../../device/push.ts';
import { Button } from '../../display/button.tsx';
import { Note, Problem } from '../../display/note.tsx';
import { dashboard } from '../../session/dashboard.ts';
import { useStore } from '../../store/use-store.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { texts } from '../../texts/texts.ts';

/** Offers notifications, without which the phone asks only while the app is open. */
export function NotifyQuestion() {
  const key = useStore(dashboard)?.push_key ?? null;
  const [isOff, setOff] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => void pushState(key).then((state) => setOff(state === 'off')), [key]);
  if (!isOff || key === null) return null;
  const turnOn = () =>
    turnPushOn(key).then(
      (state) => setOff(state === 'off'),
      () => setFailed(true),
    );
  return (
    <Note>
      <p>{responseTexts.checkIn.notifyHint}</p>
      {hasFailed && <Problem>{texts.menu.failed}</Problem>}
      <Button onClick={() => void turnOn()}>{responseTexts.checkIn.notify}</Button>
    </Note>
  );
}
