import { useSubmissionAlarm } from '../../features/alarms/alarms.api.ts';
import { RecordAlarm } from '../../features/alarms/record-alarm.tsx';
import { RecordIncident, UnacknowledgedIncidentLink } from '../../features/incidents/record-incident.tsx';
import { ButtonRecord } from '../../features/submissions/record/button-record.tsx';
import type { Scope } from '../../list/scope.ts';
import { NotifiedRecipients } from './notified-recipients.tsx';

interface RecordProps {
  scope: Scope;
  id: number;
}

/** A press of a button, its incident, its open alarm, and the recipients who were notified. */
export function Component() {
  return <ButtonRecord Above={Alarm} Below={Recipients} />;
}

function Alarm({ hasIncident, ...record }: RecordProps & { hasIncident: boolean }) {
  const press = { base: record.scope.base, pressId: record.id };
  const alarm = useSubmissionAlarm(record.scope, 'button_click_id', record.id);
  return (
    <>
      <RecordIncident {...press} isExpected={hasIncident} isAlarmed={alarm?.reason === 'unacknowledged'} />
      <RecordAlarm {...record} reference="button_click_id">
        <UnacknowledgedIncidentLink {...press} />
      </RecordAlarm>
    </>
  );
}

function Recipients({ scope, id }: RecordProps) {
  return <NotifiedRecipients scope={scope} about={{ button_click_id: id }} />;
}
