import type { AppUser } from '@callpoint/contract/app-users';
import { MailLink, PhoneLink, RecordLink } from '../../table/cells.tsx';
import { Moment } from '../../table/moment.tsx';
import type { Column } from '../../table/table-types.ts';
import { UserStatus } from './user-status.tsx';

export function editPath(user: AppUser): string {
  return `/users/edit/${user.id}`;
}

export const USER_COLUMNS: readonly Column<AppUser>[] = [
  {
    key: 'id',
    header: 'Id',
    cell: (user) => (
      <RecordLink to={editPath(user)} label={`${user.id} ${user.name}`}>
        {user.id}
      </RecordLink>
    ),
    sort: 'id',
    firstOrder: 'desc',
    numeric: true,
  },
  { key: 'name', header: 'Name', cell: (user) => user.name, sort: 'name', minWidth: 100 },
  {
    key: 'email',
    header: 'Email',
    cell: (user) => <MailLink address={user.email} />,
    sort: 'email',
    minWidth: 150,
  },
  {
    key: 'phone',
    header: 'Phone',
    cell: (user) => <PhoneLink number={user.phone} />,
    sort: 'phone',
    minWidth: 100,
  },
  { key: 'status', header: 'Status', cell: (user) => <UserStatus status={user.status} />, sort: 'status' },
  {
    key: 'created_at',
    header: 'Created',
    cell: (user) => <Moment at={user.created_at} />,
    sort: 'created_at',
    firstOrder: 'desc',
  },
];
