import { BUTTON_LABELS, isButtonId } from '@callpoint/contract/catalog';
import { useParams } from '../../../links/location.ts';
import { NotFoundPage } from '../../../page/not-found-page.tsx';
import { isRowId } from '../../../list/scope.ts';
import { useScope } from '../../../list/use-scope.ts';
import { RecordPage, type RecordSlots } from './record-page.tsx';
import { BUTTON_CLICKS } from '../submissions-call.ts';

/** One press of a button. */
export function ButtonRecord(slots: RecordSlots) {
  const { btnId = '', recordId = '' } = useParams();
  const scope = useScope();
  const item = Number(btnId);
  if (!scope || !isButtonId(item) || btnId !== String(item) || !isRowId(recordId)) return <NotFoundPage />;
  const id = Number(recordId);
  return (
    <RecordPage
      key={id}
      scope={scope}
      kind={BUTTON_CLICKS}
      itemId={item}
      id={id}
      label={BUTTON_LABELS[item]}
      {...slots}
    />
  );
}
