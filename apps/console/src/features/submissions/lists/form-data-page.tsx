import { FORM_LABELS, isFormId, type FormId } from '@callpoint/contract/catalogue';
import type { FormSubmission } from '@callpoint/contract/submissions';
import { useParams } from '../../../links/location.ts';
import { NotFoundPage } from '../../../page/not-found-page.tsx';
import { MissingValue } from '../../../display/cells.tsx';
import type { Column } from '../../../table/table-types.ts';
import type { RecordsPath } from '../../../list/scope.ts';
import { useScope } from '../../../list/use-scope.ts';
import { formRecordTexts } from '../../../texts/form-records.ts';
import { submissionTexts } from '../../../texts/submissions.ts';
import { commonColumns, messagesColumn } from './common-columns.tsx';
import { imageAddresses } from '../images/image-list.ts';
import { Images } from '../images/images.tsx';
import { FORM_SUBMISSIONS } from '../submissions-call.ts';
import { SubmissionsPage } from './submissions-page.tsx';

/** Who submitted a form, with which request, when and where. */
export function Component() {
  const { formId = '' } = useParams();
  const scope = useScope();
  const id = Number(formId);
  if (!scope || !isFormId(id) || formId !== String(id)) return <NotFoundPage />;
  const path = scope.recordsPath(FORM_SUBMISSIONS.screen, id);
  return (
    <SubmissionsPage
      key={path}
      scope={scope}
      kind={FORM_SUBMISSIONS}
      itemId={id}
      title={FORM_LABELS[id]}
      description={formRecordTexts.description}
      columns={columnsOf(id, path)}
      card={['name', 'created_at', 'message', 'messages']}
      emptyText={formRecordTexts.noneYet}
      settingsPath={`/form_settings/${id}`}
    />
  );
}

function columnsOf(id: FormId, path: RecordsPath): Column<FormSubmission>[] {
  return [
    ...commonColumns<FormSubmission>({
      id: submissionTexts.formId,
      idWidth: 46,
      emailWidth: 40,
      emailLines: 1,
      time: submissionTexts.formTime,
      path,
    }),
    {
      key: 'company',
      header: formRecordTexts.company,
      cell: (row) => row.company || <MissingValue>{submissionTexts.none}</MissingValue>,
      twoLines: true,
      minWidth: 84,
      width: 104,
      rank: 4,
    },
    {
      key: 'message',
      header: formRecordTexts.message,
      cell: (row) => <span title={row.message}>{row.message}</span>,
      isText: true,
      twoLines: true,
      // The text is what people look for: it gets its room before the contact details.
      minWidth: 90,
      width: 150,
      wide: 260,
      rank: 1,
    },
    id === 1
      ? {
          key: 'extra',
          header: formRecordTexts.images,
          cell: (row) => <Images addresses={imageAddresses(row.other_data)} record={`${path}/${row.id}`} />,
          fixed: true,
          // Two, in each window.
          minWidth: 76,
          width: 82,
          rank: 0,
        }
      : {
          key: 'extra',
          header: formRecordTexts.type,
          cell: (row) => row.other_data || <MissingValue>{submissionTexts.none}</MissingValue>,
          twoLines: true,
          minWidth: 74,
          width: 92,
          wide: 130,
          rank: 5,
        },
    messagesColumn<FormSubmission>(100),
  ];
}
