import { useEffect, useState } from 'react';
import { pushState, turnPushOn } from '../../device/push.ts';
import { Button } from '../../display/button.tsx';
import controls from '../../display/controls.module.css';
import { Problem } from '../../display/note.tsx';
import { dashboard } from '../../session/dashboard.ts';
import { readValue, writeValue } from '../../storage/database.ts';
import { useStore } from '../../store/use-store.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { texts } from '../../texts/texts.ts';

/** The person said no: the menu still offers it. */
const DECLINED = 'push-declined';

/** Asks for the permission to notify, at the moment when it helps: after an alert was received. */
export function PushQuestion() {
  const key = useStore(dashboard)?.push_key ?? null;
  const [isAsked, setAsked] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    void (async () => {
      if ((await pushState(key)) === 'off' && (await readValue(DECLINED)) !== true) setAsked(true);
    })();
  }, [key]);
  if (!isAsked || key === null) return null;
  const accept = () =>
    turnPushOn(key).then(
      () => setAsked(false),
      () => setFailed(true),
    );
  const decline = async () => {
    setAsked(false);
    await writeValue(DECLINED, true);
  };
  return (
    <section aria-label={texts.menu.notifications}>
      <p>{responseTexts.push.question}</p>
      {hasFailed && <Problem>{texts.menu.failed}</Problem>}
      <div className={controls['row']}>
        <Button onClick={() => void accept()}>{responseTexts.push.yes}</Button>
        <Button onClick={() => void decline()}>{responseTexts.push.no}</Button>
      </div>
    </section>
  );
}
