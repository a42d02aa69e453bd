import { BUTTON_LABELS, FORM_LABELS, isButtonId, isFormId } from '@callpoint/contract/catalog';
import { EmailLink, PhoneLink, RowId, RowLink } from '../../../display/cells.tsx';
import { LocationLink } from '../../../display/location-link.tsx';
import { SubscriberLink } from '../../../display/subscriber-link.tsx';
import { ListTime } from '../../../display/timestamp.tsx';
import { OWN_SCOPE, teamScope, type Scope } from '../../../list/scope.ts';
import type { Column } from '../../../table/table-types.ts';
import { recordsTexts as texts } from '../../../texts/records.ts';
import { submissionTexts } from '../../../texts/submissions.ts';
import type { RecordEntry } from '../records.api.ts';
import { BUTTON_CLICKS, FORM_SUBMISSIONS } from '../submissions-call.ts';
import { messagesColumn } from './common-columns.tsx';
import { ContactCell } from './contact-cell.tsx';
import { DelayedMark } from './delayed-mark.tsx';
import { DrillMark } from './incident-status.tsx';

/** The address of a record in the list of all records. */
export function recordPath(scope: Scope, { kind, item_id, id, team_id }: RecordEntry) {
  const own = scope === OWN_SCOPE ? scope : teamScope(team_id);
  const { screen } = kind === 'button' ? BUTTON_CLICKS : FORM_SUBMISSIONS;
  return `${own.recordsPath(screen, item_id)}/${id}` as const;
}

const EMAIL: Column<RecordEntry> = {
  key: 'email',
  header: submissionTexts.email,
  cell: ({ app_user }) => <EmailLink address={app_user.email} />,
  twoLines: true,
  // `tomasz.zielinski@` and `ridgeline.example`.
  minWidth: 119,
  wide: 150,
  rank: 1,
};

const PHONE: Column<RecordEntry> = {
  key: 'phone',
  header: submissionTexts.phone,
  cell: ({ app_user }) => <PhoneLink number={app_user.phone} />,
  fixed: true,
  twoLines: true,
  // A number on one line; then those of all countries.
  minWidth: 116,
  wide: 132,
  rank: 6,
};

/** Both, one below the other: next to the subscriber there is no room for two columns. */
const CONTACT: Column<RecordEntry> = {
  key: 'contact',
  header: texts.contact,
  cell: ({ app_user: { email, phone } }) => <ContactCell email={email} phone={phone} />,
  minWidth: 132,
  width: 150,
  wide: 230,
  rank: 1,
};

/** The columns of all records; an administrator's have the subscriber too. */
export function recordsColumns(scope: Scope): Column<RecordEntry>[] {
  const account: Column<RecordEntry> = {
    key: 'account',
    header: texts.account,
    cell: ({ team_id, account_name }) => (
      <SubscriberLink id={team_id} name={account_name} to={`/subscriber/data/${team_id}`} />
    ),
    isLabeled: true,
    twoLines: true,
    minWidth: 86,
    width: 120,
    wide: 160,
    rank: 3,
  };
  return [
    {
      key: 'created_at',
      header: submissionTexts.formTime,
      cell: (row) => (
        <>
          <ListTime at={row.created_at} />
          <DelayedMark row={row} />
        </>
      ),
      sort: 'created_at',
      firstOrder: 'desc',
      isTime: true,
      // In small letters; then in larger ones.
      minWidth: 176,
      width: 182,
      rank: 5,
    },
    {
      key: 'item',
      header: texts.item,
      cell: itemName,
      twoLines: true,
      // `Incident/Accident`.
      minWidth: 117,
    },
    {
      key: 'name',
      header: submissionTexts.name,
      cell: (row) => (
        <>
          <DrillMark incident={row.incident} />
          <RowLink to={recordPath(scope, row)} label={submissionTexts.openRecord(row.app_user.name, row.id)}>
            {row.app_user.name}
          </RowLink>
        </>
      ),
      isLink: true,
      twoLines: true,
      // `Raghunathan`.
      minWidth: 94,
      wide: 132,
      rank: 2,
    },
    ...(scope === OWN_SCOPE ? [] : [account]),
    {
      key: 'location',
      header: submissionTexts.location,
      cell: ({ location }) => <LocationLink location={location} />,
      fixed: true,
      twoLines: true,
      minWidth: 75,
      wide: 136,
      rank: 2,
    },
    messagesColumn({
      // `Not acknowledged`; then `by Maureen Castillo`, and with the time of arrival.
      minWidth: 137,
      width: 150,
      wide: 222,
      rank: 2,
    }),
    ...(scope === OWN_SCOPE ? [EMAIL, PHONE] : [CONTACT]),
    {
      key: 'id',
      header: submissionTexts.formId,
      cell: ({ id }) => <RowId>{id}</RowId>,
      fixed: true,
      // Six digits.
      minWidth: 53,
    },
  ];
}

function itemName({ kind, item_id: id }: RecordEntry): string {
  if (kind === 'button') return isButtonId(id) ? BUTTON_LABELS[id] : String(id);
  return isFormId(id) ? FORM_LABELS[id] : String(id);
}
