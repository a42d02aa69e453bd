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
  if (state === 'open') return <Status kind="failed">{texts.states.open}</Status>;
  const by = texts.acknowledgedBy(owner ?? texts.somebody);
  const text = eta_at === null ? by : texts.withEta(by, agreedTimeText(eta_at, now));
  return (
    <span title={text}>
      <Status kind="acknowledged">
        <bdi className={classes['owner']}>{text}</bdi>
      </Status>
    </span>
  );
}
