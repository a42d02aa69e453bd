import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import type { Team } from '@callpoint/contract/subscribers';
import { EmptyState } from '../../feedback/empty-state.tsx';
import { Page } from '../../feedback/page.tsx';
import type { ListDefaults } from '../../lib/list-state.ts';
import { useListState } from '../../lib/use-list-state.ts';
import { MailLink, PhoneLink } from '../../table/cells.tsx';
import { PagedTable } from '../../table/paged-table.tsx';
import { sortKeys } from '../../table/list-change.ts';
import { momentText } from '../../table/moment-text.ts';
import type { Column, TableShape } from '../../table/table-types.ts';
import { subscriberTexts } from '../../lib/texts/subscribers.ts';
import { useSubscribers } from './subscribers.api.ts';
import classes from './subscribers.module.css';
import { subscriptionInfo } from './subscription-info.ts';

const COLUMNS: readonly Column<Team>[] = [
  {
    key: 'id',
    header: subscriberTexts.accountNumber,
    cell: (team) => team.id,
    sort: 'id',
    firstOrder: 'desc',
    numeric: true,
  },
  { key: 'name', header: subscriberTexts.name, cell: (team) => nameOf(team), minWidth: 90 },
  {
    key: 'email',
    header: subscriberTexts.email,
    cell: (team) => <MailLink address={team.email} />,
    sort: 'email',
    minWidth: 180,
  },
  {
    key: 'account_name',
    header: subscriberTexts.accountName,
    cell: (team) => team.account_name,
    sort: 'account_name',
    minWidth: 100,
  },
  { key: 'phone', header: subscriberTexts.phone, cell: (team) => <PhoneLink number={team.phone} /> },
  {
    key: 'plan',
    header: subscriberTexts.subscription,
    cell: (team) => subscriptionInfo(team, momentText),
    minWidth: 110,
  },
  {
    key: 'max_users',
    header: subscriberTexts.maxUsers,
    cell: (team) => team.max_users,
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

const DEFAULTS: ListDefaults = { sorts: sortKeys(COLUMNS), sort: 'id', order: 'desc' };

const SHAPE: TableShape<Team> = {
  name: subscriberTexts.title,
  columns: COLUMNS,
  rowKey: (team) => team.id,
  rowName: (team) => team.account_name,
  card: ['account_name', 'status', 'name', 'phone', 'email', 'plan', 'max_users', 'id'],
};

/** The accounts of the platform. */
export function Component() {
  const [state, change] = useListState(DEFAULTS);
  return (
    <Page title={subscriberTexts.title} description={subscriberTexts.means}>
      <PagedTable
        shape={SHAPE}
        view={state}
        onView={change}
        list={useSubscribers(state)}
        failed={subscriberTexts.readFailed}
        cardsBelow={820}
        empty={<EmptyState title={subscriberTexts.noneYet}>{subscriberTexts.noneYetMeans}</EmptyState>}
      />
    </Page>
  );
}

function nameOf(team: Team): string {
  return `${team.first_name} ${team.last_name}`.trim();
}

function Blocked({ status }: { status: 0 | 1 }) {
  const Icon = status === 0 ? IconBan : IconCircleCheck;
  return (
    <span className={classes['blocked']} data-blocked={status === 0 || undefined}>
      <Icon aria-hidden size={18} stroke={1.75} />
      {status === 0 ? subscriberTexts.yes : subscriberTexts.no}
    </span>
  );
}
