import { RecordAlarm } from '../../features/alarms/record-alarm.tsx';
import { FormRecord } from '../../features/submissions/record/form-record.tsx';
import type { Scope } from '../../list/scope.ts';
import { NotifiedRecipients } from './notified-recipients.tsx';

interface RecordProps {
  scope: Scope;
  id: number;
}

/** A submitted form, its open alarm, and the recipients who were notified. */
export function Component() {
  return <FormRecord Above={Alarm} Below={Recipients} />;
}

function Alarm({ scope, id }: RecordProps) {
  return <RecordAlarm scope={scope} id={id} reference="form_submission_id" />;
}

function Recipients({ scope, id }: RecordProps) {
  return <NotifiedRecipients scope={scope} about={{ form_submission_id: id }} />;
}
