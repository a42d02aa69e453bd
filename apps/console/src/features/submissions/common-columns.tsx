import type { ButtonClick } from '@callpoint/contract/submissions';
import { MissingValue, EmailLink, PhoneLink, RecordLink } from '../../display/cells.tsx';
import { Timestamp } from '../../display/timestamp.tsx';
import type { RecordsPath } from '../../list/scope.ts';
import type { Column } from '../../table/table-types.ts';
import { submissionTexts } from '../../texts/submissions.ts';
import { LocationLink } from '../../display/location-link.tsx';

/** The columns of every submission: when, where and who. */
export type CommonRow = Pick<
  ButtonClick,
  'id' | 'created_at' | 'location' | 'app_user' | 'pressed_at' | 'screen_text'
>;

interface ColumnSource {
  id: string;
  time: string;
  /** The address of the list; each record's address is below it. */
  path: RecordsPath;
}

export function commonColumns<Row extends CommonRow>({ id, time, path }: ColumnSource): Column<Row>[] {
  return [
    {
      key: 'id',
      header: id,
      cell: (row) => (
        <RecordLink to={`${path}/${row.id}`} label={submissionTexts.openRecord(row.id)}>
          {row.id}
        </RecordLink>
      ),
      sort: 'id',
      firstOrder: 'desc',
      numeric: true,
    },
    {
      key: 'created_at',
      header: time,
      cell: (row) => <Timestamp at={row.created_at} />,
      sort: 'created_at',
      firstOrder: 'desc',
      minWidth: 120,
    },
    {
      key: 'location',
      header: submissionTexts.location,
      cell: (row) => <LocationLink location={row.location} />,
      minWidth: 84,
    },
    {
      key: 'name',
      header: submissionTexts.name,
      cell: (row) => row.app_user?.name ?? <Unknown />,
      minWidth: 92,
    },
    {
      key: 'email',
      header: submissionTexts.email,
      minWidth: 120,
      cell: (row) => (row.app_user ? <EmailLink address={row.app_user.email} /> : <Unknown />),
    },
    {
      key: 'phone',
      header: submissionTexts.phone,
      minWidth: 90,
      cell: (row) => (row.app_user ? <PhoneLink number={row.app_user.phone} /> : <Unknown />),
    },
  ];
}

function Unknown() {
  return <MissingValue>{submissionTexts.notKnown}</MissingValue>;
}
