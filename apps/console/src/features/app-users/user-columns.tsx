import type { AppUser } from '@callpoint/contract/app-users';
import type { PagePath } from '../../links/page-path.ts';
import { EmailLink, PhoneLink, RowId, RowLink } from '../../display/cells.tsx';
import { ListTime } from '../../display/timestamp.tsx';
import type { Column } from '../../table/table-types.ts';
import { appUserTexts } from '../../texts/app-users.ts';
import classes from './app-users.module.css';
import { SmsStoppedMark } from './sms-status.tsx';
import { UserStatus } from './user-status.tsx';

export function editUserPath(user: AppUser): PagePath {
  return `/users/edit/${user.id}`;
}

/** All records of an app user of the team. */
export function userRecordsPath(id: number): PagePath {
  return `/records?app_user_id=${id}`;
}

export const USER_COLUMNS: readonly Column<AppUser>[] = [
  {
    key: 'id',
    header: appUserTexts.id,
    cell: (user) => <RowId>{user.id}</RowId>,
    sort: 'id',
    firstOrder: 'desc',
    fixed: true,
    minWidth: 60,
  },
  {
    key: 'name',
    header: appUserTexts.name,
    cell: (user) => (
      <RowLink to={editUserPath(user)} label={`${user.name} ${user.id}`}>
        {user.name}
      </RowLink>
    ),
    sort: 'name',
    isLink: true,
    twoLines: true,
    minWidth: 98,
    width: 110,
    wide: 170,
    rank: 2,
  },
  {
    key: 'email',
    header: appUserTexts.email,
    cell: (user) => <EmailLink address={user.email} />,
    sort: 'email',
    twoLines: true,
    minWidth: 122,
    width: 144,
    wide: 240,
    rank: 1,
  },
  {
    key: 'phone',
    header: appUserTexts.phone,
    cell: (user) => (
      <>
        <span className={classes['number']}>
          <PhoneLink number={user.phone} />
        </span>
        {user.sms_stopped_at !== null && <SmsStoppedMark />}
      </>
    ),
    sort: 'phone',
    minWidth: 92,
    width: 128,
    rank: 0,
  },
  {
    key: 'status',
    header: appUserTexts.status,
    cell: (user) => <UserStatus status={user.status} />,
    sort: 'status',
    fixed: true,
    minWidth: 104,
  },
  {
    key: 'created_at',
    header: appUserTexts.created,
    cell: (user) => <ListTime at={user.created_at} />,
    isTime: true,
    sort: 'created_at',
    firstOrder: 'desc',
  },
];
