import { FormRecord } from '../../features/submissions/form-record.tsx';
import type { Scope } from '../../list/scope.ts';
import { WhoWasTold } from './who-was-told.tsx';

/** A form that was sent in, and who was told of it. */
export function Component() {
  return <FormRecord Below={Told} />;
}

function Told({ scope, id }: { scope: Scope; id: number }) {
  return <WhoWasTold scope={scope} about={{ form_submission_id: id }} />;
}
