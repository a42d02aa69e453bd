import type { PressIncident } from '@callpoint/contract/submissions';
import { Status } from '../../../display/status.tsx';
import { agreedTimeText } from '../../../display/timestamp-text.ts';
import { useNow } from '../../../display/use-now.ts';
import { incidentStateTexts as texts } from '../../../texts/incident-states.ts';
import classes from '../submissions.module.css';

/** `Acknowledged by Maria Ortiz, ETA 9:25 AM`. */
export function OpenIncidentStatus({ incident }: { incident: PressIncident }) {
  const now = useNow();
  const { state, owner, eta_at } = incident;
  if (state === 'open')
    return (
      <Status kind="failed">
        <span className={classes['open']}>{texts.states.open}</span>
      </Status>
    );
  const who = owner ?? texts.somebody;
  const text = eta_at === null ? who : texts.withEta(who, agreedTimeText(eta_at, now));
  return (
    <span title={texts.acknowledgedBy(text)}>
      <Status kind="acknowledged" more={<bdi>{texts.by(text)}</bdi>}>
        {texts.states.acknowledged}{' '}
      </Status>
    </span>
  );
}
