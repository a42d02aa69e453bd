import { FormRecord } from '../../features/submissions/form-record.tsx';
import { WhoWasTold } from './who-was-told.tsx';

/** A form that was sent in, and who was told of it. */
export function Component() {
  return (
    <FormRecord below={(scope, id) => <WhoWasTold scope={scope} about={{ form_submission_id: id }} />} />
  );
}
