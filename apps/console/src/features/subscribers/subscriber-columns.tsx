import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import type { Team } from '@callpoint/contract/subscribers';
import type { PagePath } from '../../links/page-path.ts';
import { subscriberTexts } from '../../texts/subscribers.ts';
import { EmailLink, PhoneLink, RecordLink } from '../../display/cells.tsx';
import { timestampText } from '../../display/timestamp-text.ts';
import type { Column } from '../../table/table-types.ts';
import classes from './subscribers.module.css';
import { subscriptionInfo } from '../../texts/subscription-info.ts';

export function subscriberProfilePath({ id }: Team): PagePath {
  return `/subscriber/profile/${id}`;
}

export const SUBSCRIBER_COLUMNS: readonly Column<Team>[] = [
  {
    key: 'id',
    header: subscriberTexts.accountNumber,
    cell: (team) => (
      <RecordLink to={subscriberProfilePath(team)} label={`${team.id} ${team.account_name}`}>
        {team.id}
      </RecordLink>
    ),
    sort: 'id',
    firstOrder: 'desc',
    numeric: true,
  },
  {
    key: 'name',
    header: subscriberTexts.name,
    cell: ({ first_name, last_name }) => `${first_name} ${last_name}`.trim(),
    minWidth: 90,
  },
  {
    key: 'email',
    header: subscriberTexts.email,
    cell: (team) => <EmailLink address={team.email} />,
    sort: 'email',
    minWidth: 150,
  },
  {
    key: 'account_name',
    header: subscriberTexts.accountName,
    cell: (team) => team.account_name,
    sort: 'account_name',
    minWidth: 100,
  },
  {
    key: 'phone',
    header: subscriberTexts.phone,
    cell: (team) => <PhoneLink number={team.phone} />,
    minWidth: 118,
  },
  {
    key: 'plan',
    header: subscriberTexts.subscription,
    cell: (team) => subscriptionInfo(team, timestampText),
    minWidth: 110,
  },
  {
    key: 'max_users',
    header: subscriberTexts.maxUsers,
    cell: (team) => team.max_users,
    minWidth: 96,
    sort: 'max_users',
    firstOrder: 'desc',
    numeric: true,
  },
  {
    key: 'status',
    header: subscriberTexts.isBlocked,
    cell: (team) => <Blocked status={team.status} />,
    sort: 'status',
  },
];

function Blocked({ status }: { status: 0 | 1 }) {
  const Icon = status === 0 ? IconBan : IconCircleCheck;
  return (
    <span className={classes['blocked']} data-blocked={status === 0 || undefined}>
      <Icon aria-hidden size={18} stroke={1.75} />
      {status === 0 ? subscriberTexts.yes : subscriberTexts.no}
    </span>
  );
}
