import type { AppUser } from '@callpoint/contract/app-users';
import type { PagePath } from '../../links/page-path.ts';
import { EmailLink, PhoneLink, RecordLink } from '../../display/cells.tsx';
import { Timestamp } from '../../display/timestamp.tsx';
import type { Column } from '../../table/table-types.ts';
import { appUserTexts } from '../../texts/app-users.ts';
import { SmsStoppedMark } from './sms-status.tsx';
import { UserStatus } from './user-status.tsx';

export function editUserPath(user: AppUser): PagePath {
  return `/users/edit/${user.id}`;
}

export const USER_COLUMNS: readonly Column<AppUser>[] = [
  {
    key: 'id',
    header: appUserTexts.id,
    cell: (user) => (
      <RecordLink to={editUserPath(user)} label={`${user.id} ${user.name}`}>
        {user.id}
      </RecordLink>
    ),
    sort: 'id',
    firstOrder: 'desc',
    numeric: true,
  },
  { key: 'name', header: appUserTexts.name, cell: (user) => user.name, sort: 'name', minWidth: 100 },
  {
    key: 'email',
    header: appUserTexts.email,
    cell: (user) => <EmailLink address={user.email} />,
    sort: 'email',
    minWidth: 150,
  },
  {
    key: 'phone',
    header: appUserTexts.phone,
    cell: (user) => (
      <>
        <PhoneLink number={user.phone} />
        {user.sms_stopped_at !== null && <SmsStoppedMark />}
      </>
    ),
    sort: 'phone',
    minWidth: 100,
  },
  {
    key: 'status',
    header: appUserTexts.status,
    cell: (user) => <UserStatus status={user.status} />,
    sort: 'status',
  },
  {
    key: 'created_at',
    header: appUserTexts.created,
    cell: (user) => <Timestamp at={user.created_at} />,
    sort: 'created_at',
    firstOrder: 'desc',
  },
];
