import { useEffect, useState } from 'react';
import { pushState, turnPushOff, turnPushOn, type PushState } from '../../device/push.ts';
import { Button } from '../../display/button.tsx';
import { failureText } from '../../display/failure-text.ts';
import { Problem } from '../../display/note.tsx';
import { CallFailure } from '../../net/api.ts';
import { dashboard } from '../../session/dashboard.ts';
import { useStore } from '../../store/use-store.ts';
import { texts } from '../../texts/texts.ts';
import { Setting } from './setting.tsx';

/** Turns the notification "someone saw your alert" on and off. */
export function PushSetting() {
  const key = useStore(dashboard)?.push_key ?? null;
  const [state, setState] = useState<PushState | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => void pushState(key).then(setState), [key]);
  if (key === null) return null;
  const change = async () => {
    setFailure(null);
    try {
      setState(state === 'on' ? await turnPushOff() : await turnPushOn(key));
    } catch (error) {
      setFailure(error instanceof CallFailure ? failureText(error) : texts.menu.failed);
    }
  };
  return (
    <>
      <Setting name={texts.menu.notifications} state={state && texts.menu.notificationStates[state]}>
        {(state === 'on' || state === 'off') && (
          <Button onClick={() => void change()}>
            {state === 'on' ? texts.menu.turnOff : texts.menu.turnOn}
          </Button>
        )}
      </Setting>
      {failure && <Problem>{failure}</Problem>}
    </>
  );
}
