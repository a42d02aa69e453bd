import { ButtonRecord } from '../../features/submissions/button-record.tsx';
import type { Scope } from '../../list/scope.ts';
import { WhoWasTold } from './who-was-told.tsx';

/** A press of a button, and who was told of it. */
export function Component() {
  return <ButtonRecord Below={Told} />;
}

function Told({ scope, id }: { scope: Scope; id: number }) {
  return <WhoWasTold scope={scope} about={{ button_click_id: id }} />;
}
