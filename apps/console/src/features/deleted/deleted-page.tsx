import type { DeletedItem } from '@callpoint/contract/deleted';
import type { ReactNode } from 'react';
import { MissingValue, RowId } from '../../display/cells.tsx';
import { dayAndTime, listTimeText, timestampText } from '../../display/timestamp-text.ts';
import { ListTime } from '../../display/timestamp.tsx';
import { ALL_TEAMS_SCOPE, OWN_SCOPE } from '../../list/scope.ts';
import type { ListDefaults } from '../../list/list-state.ts';
import { useListState } from '../../list/use-list-state.ts';
import { Page } from '../../page/page.tsx';
import { useSignedIn } from '../../session/session.ts';
import { EmptyState } from '../../states/empty-state.tsx';
import { sortKeys } from '../../table/list-change.ts';
import { ListFilters, SearchFilter } from '../../table/filters/list-filters.tsx';
import { NoMatch } from '../../table/filters/no-match.tsx';
import { PagedTable } from '../../table/paged-table.tsx';
import type { Column, TableShape } from '../../table/table-types.ts';
import { deletedTexts as texts } from '../../texts/deleted.ts';
import { tableTexts } from '../../texts/table.ts';
import { useDeleted } from './deleted.api.ts';
import { titleOf, useBulkRestore } from './use-bulk-restore.tsx';
import { useRestore } from './use-restore.ts';
import { SubscriberLink } from '../../display/subscriber-link.tsx';
import classes from './deleted.module.css';

const COLUMNS: readonly Column<DeletedItem>[] = [
  {
    key: 'what',
    header: texts.what,
    cell: (item) => (
      <TwoLines second={item.submitted_at && listTimeText(item.submitted_at)}>{titleOf(item)}</TwoLines>
    ),
    minWidth: 180,
    width: 320,
    wide: 420,
    rank: 1,
  },
  { key: 'kind', header: texts.kind, cell: ({ kind }) => texts.kinds[kind], fixed: true, minWidth: 68 },
  {
    key: 'row_id',
    header: texts.id,
    cell: ({ row_id }) => <RowId>{row_id}</RowId>,
    fixed: true,
    minWidth: 60,
  },
  {
    key: 'deleted_at',
    header: texts.deletedAt,
    cell: (item) => (
      <TwoLines second={deleterOf(item)}>
        <ListTime at={item.deleted_at} />
      </TwoLines>
    ),
    isTime: true,
    sort: 'deleted_at',
    firstOrder: 'desc',
    isLabeled: true,
  },
  {
    key: 'until',
    header: texts.until,
    cell: ({ restorable_until }) => (
      <time dateTime={restorable_until} title={timestampText(restorable_until)}>
        {dayAndTime(restorable_until).day}
      </time>
    ),
    fixed: true,
    minWidth: 104,
    isLabeled: true,
  },
];

function TwoLines({ children, second }: { children: ReactNode; second: string | null }) {
  return (
    <>
      <span className={classes['first']}>{children}</span>
      {second && <span className={classes['second']}>{second}</span>}
    </>
  );
}

/** The name of the person, or what is known. */
function deleterOf({ deleted_by, deleted_by_name }: DeletedItem): string {
  if (deleted_by_name !== null) return texts.by(deleted_by_name);
  return deleted_by === 'admin' ? texts.byAdministrator : texts.bySubscriber;
}

/** Only administrators see items of several subscribers. */
const SUBSCRIBER: Column<DeletedItem> = {
  key: 'team',
  header: texts.subscriber,
  cell: ({ team_id, account_name }) =>
    team_id === null ? (
      <MissingValue>{texts.platform}</MissingValue>
    ) : (
      <SubscriberLink id={team_id} name={account_name} />
    ),
  isLabeled: true,
  twoLines: true,
  minWidth: 100,
  width: 160,
  wide: 260,
  rank: 2,
};

const DEFAULTS: ListDefaults<string, 'search'> = {
  sorts: sortKeys(COLUMNS),
  sort: 'deleted_at',
  order: 'desc',
  filters: ['search'],
};

/** Pixels of the column with `Restore`. */
const ACTIONS_WIDTH = 92;

/** Deleted records, plans and users, which can be restored for a while. */
export function Component() {
  const isAdmin = useSignedIn().role === 'admin';
  const { base } = isAdmin ? ALL_TEAMS_SCOPE : OWN_SCOPE;
  const [state, change] = useListState(DEFAULTS);
  const { search = '' } = state.filters;
  const { restore, failed } = useRestore(base);
  const bulkRestore = useBulkRestore(base);
  const shape: TableShape<DeletedItem> = {
    name: texts.list,
    columns: isAdmin ? [...COLUMNS, SUBSCRIBER] : COLUMNS,
    rowKey: ({ id }) => id,
    rowName: titleOf,
    failure: failed
      ? { row: failed.itemId, text: `${texts.notRestored}: ${failed.messages.join(' ')}` }
      : undefined,
    rowButton: (item) => ({
      verb: texts.restore,
      label: texts.restoreOne(titleOf(item)),
      onClick: () => restore(item),
    }),
    actionsWidth: ACTIONS_WIDTH,
    bulk: [bulkRestore],
    card: ['what', 'kind', 'team', 'deleted_at', 'until'],
  };
  return (
    <Page title={texts.title} description={texts.description}>
      <ListFilters label={texts.filters}>
        <SearchFilter
          label={tableTexts.search}
          hint={texts.searchHint}
          value={search}
          onChange={(text) => change({ filters: { search: text } })}
        />
      </ListFilters>
      <PagedTable
        shape={shape}
        view={state}
        onView={change}
        list={useDeleted(base, state)}
        failed={texts.readFailed}
        empty={
          search ? (
            <NoMatch
              title={tableTexts.noMatch}
              clear={tableTexts.clear}
              onClear={() => change({ filters: {} })}
            >
              {tableTexts.noMatchFor([tableTexts.with(search)])}
            </NoMatch>
          ) : (
            <EmptyState title={texts.noneYet}>
              {texts.noneYetDescription[isAdmin ? 'admin' : 'team']}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
