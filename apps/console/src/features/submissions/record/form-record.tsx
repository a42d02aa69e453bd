import { FORM_LABELS, isFormId } from '@callpoint/contract/catalog';
import type { FormSubmission } from '@callpoint/contract/submissions';
import { useParams, useSearch } from '../../../links/location.ts';
import { NotFoundPage } from '../../../page/not-found-page.tsx';
import { isRowId } from '../../../list/scope.ts';
import { useScope } from '../../../list/use-scope.ts';
import { recordTexts } from '../../../texts/record.ts';
import { formRecordTexts } from '../../../texts/form-records.ts';
import { submissionTexts } from '../../../texts/submissions.ts';
import { MissingValue } from '../../../display/cells.tsx';
import { DescriptionItem } from '../../../display/description-list.tsx';
import { imageAddresses } from '../images/image-list.ts';
import { Images } from '../images/images.tsx';
import { RecordPage, type RecordAddress, type RecordSlots } from './record-page.tsx';
import { FORM_SUBMISSIONS } from '../submissions-call.ts';
import classes from '../submissions.module.css';

/** One submitted form. */
export function FormRecord(slots: RecordSlots) {
  const { formId = '', recordId = '' } = useParams();
  const scope = useScope();
  const item = Number(formId);
  if (!scope || !isFormId(item) || formId !== String(item) || !isRowId(recordId)) return <NotFoundPage />;
  const id = Number(recordId);
  return (
    <RecordPage
      key={id}
      scope={scope}
      kind={FORM_SUBMISSIONS}
      itemId={item}
      id={id}
      label={FORM_LABELS[item]}
      OwnFacts={FormFacts}
      {...slots}
    />
  );
}

function FormFacts({ row, address }: { row: FormSubmission; address: RecordAddress }) {
  const opened = Number(useSearch().get('image')) || null;
  return (
    <>
      <DescriptionItem name={formRecordTexts.company}>
        {row.company || <MissingValue>{submissionTexts.none}</MissingValue>}
      </DescriptionItem>
      <DescriptionItem name={formRecordTexts.message}>
        {row.message ? (
          <span className={classes['message']}>{row.message}</span>
        ) : (
          <MissingValue>{recordTexts.nothingWritten}</MissingValue>
        )}
      </DescriptionItem>
      {row.f_id === 1 ? (
        <DescriptionItem name={formRecordTexts.images}>
          <Images addresses={imageAddresses(row.other_data)} record={address} size="large" opened={opened} />
        </DescriptionItem>
      ) : (
        <DescriptionItem name={formRecordTexts.type}>
          {row.other_data || <MissingValue>{submissionTexts.none}</MissingValue>}
        </DescriptionItem>
      )}
    </>
  );
}
