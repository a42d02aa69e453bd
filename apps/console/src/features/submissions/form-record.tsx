import { FORM_LABELS, isFormId } from '@callpoint/contract/catalogue';
import type { FormSubmission } from '@callpoint/contract/submissions';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { NotFoundPage } from '../../feedback/not-found.tsx';
import { isRowId, useScope, type Scope } from '../../lib/scope.ts';
import { submissionTexts } from '../../lib/texts/submissions.ts';
import { Absent } from '../../table/cells.tsx';
import { Fact } from './facts.tsx';
import { pictureAddresses } from './picture-list.ts';
import { Pictures } from './pictures.tsx';
import { RecordPage } from './record-page.tsx';
import { FORM_SUBMISSIONS } from './submissions.api.ts';
import classes from './submissions.module.css';

/** One form that was sent in. `below` is what stands under its facts. */
export function FormRecord({ below }: { below: (scope: Scope, id: number) => ReactNode }) {
  const { formId = '', recordId = '' } = useParams();
  const scope = useScope();
  const item = Number(formId);
  if (!scope || !isFormId(item) || formId !== String(item) || !isRowId(recordId)) return <NotFoundPage />;
  const id = Number(recordId);
  return (
    <RecordPage<FormSubmission>
      key={id}
      scope={scope}
      kind={FORM_SUBMISSIONS}
      itemId={item}
      id={id}
      label={FORM_LABELS[item]}
      facts={(row) => <Written row={row} />}
      below={below(scope, id)}
    />
  );
}

function Written({ row }: { row: FormSubmission }) {
  return (
    <>
      <Fact name={submissionTexts.company}>{row.company || <Absent>{submissionTexts.none}</Absent>}</Fact>
      <Fact name={submissionTexts.message}>
        {row.message ? (
          <span className={classes['message']}>{row.message}</span>
        ) : (
          <Absent>{submissionTexts.nothingWritten}</Absent>
        )}
      </Fact>
      {row.f_id === 1 ? (
        <Fact name={submissionTexts.images}>
          <Pictures addresses={pictureAddresses(row.other_data)} size="large" />
        </Fact>
      ) : (
        <Fact name={submissionTexts.type}>{row.other_data || <Absent>{submissionTexts.none}</Absent>}</Fact>
      )}
    </>
  );
}
