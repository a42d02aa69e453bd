import { BUTTON_LABELS, EMERGENCY_BUTTON_ID, isButtonId } from '@callpoint/contract/catalogue';
import type { ButtonClick } from '@callpoint/contract/submissions';
import { useParams } from '../../../links/location.ts';
import { NotFoundPage } from '../../../page/not-found-page.tsx';
import { isRowId } from '../../../list/scope.ts';
import { useScope } from '../../../list/use-scope.ts';
import { submissionTexts } from '../../../texts/submissions.ts';
import { MissingValue } from '../../../display/cells.tsx';
import { Timestamp } from '../../../display/timestamp.tsx';
import { DescriptionItem } from '../../../display/description-list.tsx';
import { RecordPage, type RecordSlots } from './record-page.tsx';
import { BUTTON_CLICKS } from '../submissions-call.ts';
import { useMarkOpened } from '../unopened.api.ts';

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
      OwnFacts={Opened}
      {...slots}
    />
  );
}

function Opened({ row }: { row: ButtonClick }) {
  useMarkOpened(row);
  const { button_id, opened_at, opened_by } = row;
  if (button_id !== EMERGENCY_BUTTON_ID) return null;
  return (
    <DescriptionItem name={submissionTexts.opened}>
      {opened_at === null || opened_by === null ? (
        <MissingValue>{submissionTexts.notOpened}</MissingValue>
      ) : (
        <>
          <Timestamp at={opened_at} /> {submissionTexts.openedBy[opened_by]}
        </>
      )}
    </DescriptionItem>
  );
}
