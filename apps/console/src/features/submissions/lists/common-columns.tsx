import type { ButtonClick } from '@callpoint/contract/submissions';
import { MissingValue, EmailLink, PhoneLink, RowId, RowLink } from '../../../display/cells.tsx';
import type { RecordsPath } from '../../../list/scope.ts';
import type { Column } from '../../../table/table-types.ts';
import { submissionTexts } from '../../../texts/submissions.ts';
import { MessageStatus } from './message-status.tsx';
import { DelayedMark } from './delayed-mark.tsx';
import { DrillMark, IncidentStatus } from './incident-status.tsx';
import { ListTime } from '../../../display/timestamp.tsx';
import { LocationLink } from '../../../display/location-link.tsx';

/** The columns of every submission: when, where and who. */
export type CommonRow = Pick<
  ButtonClick,
  | 'id'
  | 'created_at'
  | 'location'
  | 'earlier_locations'
  | 'app_user'
  | 'pressed_at'
  | 'screen_text'
  | 'messages'
  | 'opened_at'
  | 'opened_by'
> &
  /** Presses only. */
  Partial<Pick<ButtonClick, 'incident'>>;

interface ColumnSource {
  /** The width of the id's column in pixels. */
  idWidth: number;
  id: string;
  time: string;
  /** The address of the list; each record's address is below it. */
  path: RecordsPath;
}

export function commonColumns<Row extends CommonRow>({
  id,
  idWidth,
  time,
  path,
}: ColumnSource): Column<Row>[] {
  return [
    {
      key: 'id',
      header: id,
      cell: (row) => <RowId>{row.id}</RowId>,
      sort: 'id',
      firstOrder: 'desc',
      fixed: true,
      minWidth: idWidth,
    },
    {
      key: 'created_at',
      header: time,
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
      rank: 1,
    },
    {
      key: 'location',
      header: submissionTexts.location,
      cell: (row) => <LocationLink location={row.location} />,
      fixed: true,
      twoLines: true,
      // `-104.99842` on its line; then both on one.
      minWidth: 75,
      wide: 136,
      rank: 1,
    },
    {
      key: 'name',
      header: submissionTexts.name,
      cell: (row) => (
        <>
          <DrillMark incident={row.incident} />
          <RowLink
            to={`${path}/${row.id}`}
            label={submissionTexts.openRecord(row.app_user?.name ?? submissionTexts.notKnown, row.id)}
          >
            {row.app_user?.name ?? submissionTexts.notKnown}
          </RowLink>
        </>
      ),
      isLink: true,
      twoLines: true,
      minWidth: 104,
      wide: 132,
      rank: 0,
    },
    {
      key: 'email',
      header: submissionTexts.email,
      twoLines: true,
      // `tomasz.zielinski@` and `ridgeline.example`.
      minWidth: 122,
      wide: 140,
      rank: 2,
      cell: (row) => (row.app_user ? <EmailLink address={row.app_user.email} /> : <Unknown />),
    },
    {
      key: 'phone',
      header: submissionTexts.phone,
      fixed: true,
      twoLines: true,
      // A number on one line, in a narrow window in small letters; then those of all countries.
      minWidth: 114,
      width: 124,
      wide: 132,
      rank: 1,
      cell: (row) => (row.app_user ? <PhoneLink number={row.app_user.phone} /> : <Unknown />),
    },
  ];
}

/**
 * The delivery status of the messages about a submission, and the state of its incident; after the specification's columns.
 * On a card, they are two facts.
 */
export function messagesColumn<Row extends Pick<CommonRow, 'messages' | 'opened_at' | 'incident'>>(
  widths: Pick<Column<Row>, 'minWidth' | 'width' | 'wide' | 'rank'>,
): Column<Row> {
  const key = 'messages';
  const header = submissionTexts.messages;
  const messages = (row: Row) => <MessageStatus counts={row.messages} openedAt={row.opened_at} />;
  return {
    key,
    header,
    cell: (row) => <IncidentStatus incident={row.incident}>{messages(row)}</IncidentStatus>,
    facts: [
      {
        key: 'incident',
        header: submissionTexts.incident,
        cell: ({ incident }) => (incident ? <IncidentStatus incident={incident} /> : null),
        isLabeled: true,
      },
      { key, header, cell: messages, isLabeled: true },
    ],
    ...widths,
  };
}

function Unknown() {
  return <MissingValue>{submissionTexts.notKnown}</MissingValue>;
}
