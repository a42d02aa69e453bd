import { BUTTON_LABELS, EMERGENCY_BUTTON_ID, isButtonId } from '@callpoint/contract/catalogue';
import type { ButtonClick } from '@callpoint/contract/submissions';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { NotFoundPage } from '../../feedback/not-found.tsx';
import { isRowId, useScope, type Scope } from '../../lib/scope.ts';
import { submissionTexts } from '../../lib/texts/submissions.ts';
import { Absent } from '../../table/cells.tsx';
import { Moment } from '../../table/moment.tsx';
import { Fact } from './facts.tsx';
import { RecordPage } from './record-page.tsx';
import { BUTTON_CLICKS } from './submissions.api.ts';

/** One press of a button. `below` is what stands under its facts. */
export function ButtonRecord({ below }: { below: (scope: Scope, id: number) => ReactNode }) {
  const { btnId = '', recordId = '' } = useParams();
  const scope = useScope();
  const item = Number(btnId);
  if (!scope || !isButtonId(item) || btnId !== String(item) || !isRowId(recordId)) return <NotFoundPage />;
  const id = Number(recordId);
  return (
    <RecordPage<ButtonClick>
      key={id}
      scope={scope}
      kind={BUTTON_CLICKS}
      itemId={item}
      id={id}
      label={BUTTON_LABELS[item]}
      facts={(row) => row.button_id === EMERGENCY_BUTTON_ID && <Opened row={row} />}
      below={below(scope, id)}
    />
  );
}

function Opened({ row: { opened_at, opened_by } }: { row: ButtonClick }) {
  return (
    <Fact name={submissionTexts.opened}>
      {opened_at === null || opened_by === null ? (
        <Absent>{submissionTexts.notOpened}</Absent>
      ) : (
        <>
          <Moment at={opened_at} />
          {submissionTexts.openedBy[opened_by]}
        </>
      )}
    </Fact>
  );
}
