import { Button } from '@mantine/core';
import { IconFileDescription, IconPlus, IconUserCircle, IconUsers } from '@tabler/icons-react';
import type { Team } from '@callpoint/contract/subscribers';
import type { PagePath } from '../../links/page-path.ts';
import { Link } from '../../links/link.ts';
import { navigate } from '../../links/navigation.ts';
import { EmptyState } from '../../states/empty-state.tsx';
import { Page } from '../../page/page.tsx';
import type { ListDefaults } from '../../list/list-state.ts';
import { subscriberTexts } from '../../texts/subscribers.ts';
import { useListState } from '../../list/use-list-state.ts';
import { ExportButton } from '../../table/export-button.tsx';
import { exportSelectedRows } from '../../table/selection/export-selected.tsx';
import { SavedFilters } from '../../table/filters/saved-filters.tsx';
import { PagedTable } from '../../table/paged-table.tsx';
import { sortKeys } from '../../table/list-change.ts';
import type { RowAction, RowButtonSpec, TableShape } from '../../table/table-types.ts';
import { subscriberProfilePath, SUBSCRIBER_COLUMNS } from './subscriber-columns.tsx';
import { SUBSCRIBER_FILTERS, NoSubscriberMatches, SubscriberFilters } from './subscriber-filters.tsx';
import { exportSubscribers, useSubscribers } from './subscribers.api.ts';
import { useBulkSubscribers } from './use-bulk-subscribers.ts';
import { useBlockSubscriber } from './use-block-subscriber.tsx';

const DEFAULTS: ListDefaults<string, (typeof SUBSCRIBER_FILTERS)[number]> = {
  sorts: sortKeys(SUBSCRIBER_COLUMNS),
  sort: 'id',
  order: 'desc',
  filters: SUBSCRIBER_FILTERS,
};

/** Pixels of the column with `Unblock` and the menu. */
const ACTIONS_WIDTH = 124;

/** The accounts of the platform. */
export function Component() {
  const [state, change] = useListState(DEFAULTS);
  const block = useBlockSubscriber();
  const bulk = useBulkSubscribers();
  const shape: TableShape<Team> = {
    name: subscriberTexts.title,
    columns: SUBSCRIBER_COLUMNS,
    rowKey: (team) => team.id,
    rowName: (team) => team.account_name,
    actions: (team) => links(team, (path) => void navigate(path)),
    rowButton: (team) => blockButton(team, () => block(team)),
    actionsWidth: ACTIONS_WIDTH,
    bulk: [...bulk, exportSelectedRows('/api/v1/export/team', 'filterin_id', ({ id }) => id)],
    card: ['account_name', 'id', 'name', 'plan', 'status'],
  };
  const filtering = {
    filters: state.filters,
    onFilters: (filters: typeof state.filters) => change({ filters }),
  };
  const isFiltered = Object.keys(state.filters).length > 0;
  return (
    <Page
      title={subscriberTexts.title}
      description={subscriberTexts.description}
      action={<NewSubscriberButton />}
    >
      <SubscriberFilters
        {...filtering}
        tools={
          <>
            <SavedFilters list="subscribers" />
            <ExportButton onExport={(options) => exportSubscribers(state, options)} />
          </>
        }
      />
      <PagedTable
        shape={shape}
        view={state}
        onView={change}
        list={useSubscribers(state)}
        failed={subscriberTexts.readFailed}
        empty={
          isFiltered ? (
            <NoSubscriberMatches {...filtering} />
          ) : (
            <EmptyState title={subscriberTexts.noneYet} action={<NewSubscriberButton />}>
              {subscriberTexts.noneYetDescription}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function NewSubscriberButton() {
  return (
    <Button component={Link} to="/new-subscriber" leftSection={<IconPlus aria-hidden size={18} />}>
      {subscriberTexts.newSubscriber}
    </Button>
  );
}

const ICON = { 'aria-hidden': true, size: 18, stroke: 1.75 } as const;

function links(team: Team, go: (path: PagePath) => void): RowAction[] {
  return [
    {
      label: subscriberTexts.viewUsers,
      icon: <IconUsers {...ICON} />,
      onSelect: () => go(`/subscriber/users/${team.id}`),
    },
    {
      label: subscriberTexts.viewProfile,
      icon: <IconUserCircle {...ICON} />,
      onSelect: () => go(subscriberProfilePath(team)),
    },
    {
      label: subscriberTexts.viewData,
      icon: <IconFileDescription {...ICON} />,
      onSelect: () => go(`/subscriber/data/${team.id}`),
    },
  ];
}

/** The row's button that blocks an active subscriber, or unblocks a blocked one. */
function blockButton({ status, account_name }: Team, onClick: () => Promise<unknown>): RowButtonSpec {
  if (status === 0) {
    return { verb: subscriberTexts.unblockVerb, label: subscriberTexts.unblockOne(account_name), onClick };
  }
  return { verb: subscriberTexts.blockVerb, label: subscriberTexts.blockOne(account_name), onClick };
}
