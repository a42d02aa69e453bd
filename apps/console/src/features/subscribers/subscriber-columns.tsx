import { IconAlertTriangle, IconBan } from '@tabler/icons-react';
import type { Team } from '@callpoint/contract/subscribers';
import type { PagePath } from '../../links/page-path.ts';
import { subscriberTexts } from '../../texts/subscribers.ts';
import { EmailLink, PhoneLink, RowId, RowLink } from '../../display/cells.tsx';
import { endText } from '../../display/timestamp-text.ts';
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
    cell: (team) => <RowId>{team.id}</RowId>,
    sort: 'id',
    firstOrder: 'desc',
    isLabeled: true,
    fixed: true,
    minWidth: 76,
  },
  {
    key: 'name',
    header: subscriberTexts.name,
    cell: ({ first_name, last_name }) => `${first_name} ${last_name}`.trim(),
    twoLines: true,
    minWidth: 84,
    width: 126,
    rank: 4,
  },
  {
    key: 'email',
    header: subscriberTexts.email,
    cell: (team) => <EmailLink address={team.email} />,
    sort: 'email',
    twoLines: true,
    minWidth: 120,
    width: 145,
    wide: 200,
    rank: 3,
  },
  {
    key: 'account_name',
    header: subscriberTexts.accountName,
    cell: (team) => (
      <RowLink to={subscriberProfilePath(team)} label={`${team.account_name} ${team.id}`}>
        {team.account_name}
      </RowLink>
    ),
    isLink: true,
    sort: 'account_name',
    twoLines: true,
    minWidth: 100,
    width: 119,
    wide: 170,
    rank: 2,
  },
  {
    key: 'phone',
    header: subscriberTexts.phone,
    cell: (team) => <PhoneLink number={team.phone} />,
    twoLines: true,
    fixed: true,
    // A number of any country on one line, like +44 20 7946 0018.
    minWidth: 128,
    wide: 136,
    rank: 5,
  },
  {
    key: 'plan',
    header: subscriberTexts.subscription,
    cell: (team) => <Subscription team={team} />,
    minWidth: 110,
    // The name, the term and the price of a plan on three small lines; then on two.
    width: 141,
    wide: 200,
    rank: 1,
  },
  {
    key: 'max_users',
    header: subscriberTexts.maxUsers,
    cell: (team) => team.max_users,
    minWidth: 90,
    fixed: true,
    sort: 'max_users',
    firstOrder: 'desc',
    numeric: true,
  },
  {
    key: 'status',
    header: subscriberTexts.isBlocked,
    cell: (team) => <Blocked status={team.status} />,
    sort: 'status',
    isLabeled: true,
    fixed: true,
    minWidth: 76,
  },
];

function Subscription({ team }: { team: Team }) {
  return (
    <span className={classes['subscription']}>
      {/* First: a narrow column cuts the end off. */}
      {team.overdue_since && (
        <span className={classes['overdue']}>
          <IconAlertTriangle aria-hidden size={16} />
          {subscriberTexts.payments.overdue}
        </span>
      )}
      {subscriptionInfo(team, endText)}
    </span>
  );
}

function Blocked({ status }: { status: 0 | 1 }) {
  if (status === 1) return subscriberTexts.no;
  return (
    <span className={classes['blocked']}>
      <IconBan aria-hidden size={18} />
      {subscriberTexts.yes}
    </span>
  );
}
