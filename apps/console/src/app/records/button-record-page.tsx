import { ButtonRecord } from '../../features/submissions/button-record.tsx';
import { WhoWasTold } from './who-was-told.tsx';

/** A press of a button, and who was told of it. */
export function Component() {
  return <ButtonRecord below={(scope, id) => <WhoWasTold scope={scope} about={{ button_click_id: id }} />} />;
}
