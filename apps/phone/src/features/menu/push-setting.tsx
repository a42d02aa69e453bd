import { useEffect, useState } from 'react';
import { pushState, turnPushOff, turnPushOn, type PushState } from '../../device/push.ts';
import { Button } from '../../display/button.tsx';
import { Problem } from '../../display/note.tsx';
import { dashboard } from '../../session/dashboard.ts';
import { useStore } from '../../store/use-store.ts';
import { texts } from '../../texts/texts.ts';
import classes from './menu.module.css';

/** Turns the notification "someone saw your alert" on and off. */
export function PushSetting() {
  const key = useStore(dashboard)?.push_key ?? null;
  const [state, setState] = useState<PushState | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => void pushState(key).then(setState), [key]);
  if (state === null || key === null) return null;
  const change = async () => {
    setFailed(false);
    try {
      setState(state === 'on' ? await turnPushOff() : await turnPushOn(key));
    } catch {
      setFailed(true);
    }
  };
  return (
    <section className={classes['setting']}>
      <p className={classes['name']}>{texts.menu.notifications}</p>
      <p>{texts.menu.notificationStates[state]}</p>
      {hasFailed && <Problem>{texts.menu.failed}</Problem>}
      {(state === 'on' || state === 'off') && (
        <Button onClick={() => void change()}>
          {state === 'on' ? texts.menu.turnOff : texts.menu.turnOn}
        </Button>
      )}
    </section>
  );
}
