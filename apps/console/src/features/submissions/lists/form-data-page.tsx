import { FORM_LABELS, isFormId, type FormId } from '@callpoint/contract/catalog';
import type { FormSubmission } from '@callpoint/contract/submissions';
import { useParams } from '../../../links/location.ts';
import { NotFoundPage } from '../../../page/not-found-page.tsx';
import { MissingValue } from '../../../display/cells.tsx';
import type { Column } from '../../../table/table-types.ts';
import type { RecordsPath } from '../../../list/scope.ts';
import { useScope } from '../../../list/use-scope.ts';
import { formRecordTexts } from '../../../texts/form-records.ts';
import { recordsTexts } from '../../../texts/records.ts';
import { submissionTexts } from '../../../texts/submissions.ts';
import { ContactCell } from './contact-cell.tsx';
import { commonColumns, messagesColumn } from './common-columns.tsx';
import { imageAddresses } from '../images/image-list.ts';
import { Images } from '../images/images.tsx';
import classes from '../submissions.module.css';
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
      joinColumns={joinColumns}
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
      minWidth: 150,
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
    messagesColumn<FormSubmission>({ minWidth: 100 }),
  ];
}

/** Where there is no room for all columns, so that emails and messages stay readable. */
function joinColumns(columns: readonly Column<FormSubmission>[]): Column<FormSubmission>[] {
  const keys = new Set(columns.map(({ key }) => key));
  const joined = JOINED.filter(({ first, second }) => keys.has(first) && keys.has(second));
  return columns.flatMap((column) => {
    if (joined.some(({ second }) => second === column.key)) return [];
    return joined.find(({ first }) => first === column.key)?.join(column) ?? column;
  });
}

/** The company below the name. */
function joinCompany(name: Column<FormSubmission>): Column<FormSubmission> {
  return {
    ...name,
    header: formRecordTexts.nameAndCompany,
    cell: (row) => (
      <div className={classes['lines']}>
        <span className={classes['line']}>{name.cell(row)}</span>
        <span className={classes['softLine']}>{row.company}</span>
      </div>
    ),
    twoLines: false,
    // `Priya Raghunathan`.
    minWidth: 128,
    wide: 160,
  };
}

const CONTACT: Column<FormSubmission> = {
  key: 'contact',
  header: recordsTexts.contact,
  cell: ({ app_user: user }) =>
    user ? (
      <ContactCell email={user.email} phone={user.phone} />
    ) : (
      <MissingValue>{submissionTexts.notKnown}</MissingValue>
    ),
  // `marisol.vega@ridg…`; then all of it.
  minWidth: 136,
  width: 150,
  wide: 230,
  rank: 2,
};

const JOINED: readonly {
  first: string;
  second: string;
  join: (first: Column<FormSubmission>) => Column<FormSubmission>;
}[] = [
  { first: 'name', second: 'company', join: joinCompany },
  { first: 'email', second: 'phone', join: () => CONTACT },
];
