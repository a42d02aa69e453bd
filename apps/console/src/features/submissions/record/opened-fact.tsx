import { MissingValue } from '../../../display/cells.tsx';
import { DescriptionItem } from '../../../display/description-list.tsx';
import { Timestamp } from '../../../display/timestamp.tsx';
import { recordTexts } from '../../../texts/record.ts';
import { submissionTexts } from '../../../texts/submissions.ts';
import type { CommonRow } from '../lists/common-columns.tsx';
import type { SubmissionKindSpec } from '../submissions-call.ts';
import { useMarkOpened } from '../unopened.api.ts';

/** When the record was first opened, and by whom; showing it opens it. */
export function OpenedFact({ kind, row }: { kind: SubmissionKindSpec; row: CommonRow }) {
  useMarkOpened(kind, row);
  const { opened_at, opened_by } = row;
  return (
    <DescriptionItem name={submissionTexts.opened}>
      {opened_at === null || opened_by === null ? (
        <MissingValue>{recordTexts.notOpened}</MissingValue>
      ) : (
        <>
          <Timestamp at={opened_at} /> {recordTexts.openedBy[opened_by]}
        </>
      )}
    </DescriptionItem>
  );
}
