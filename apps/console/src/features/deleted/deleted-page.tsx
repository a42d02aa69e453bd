import type { DeletedItem } from '@callpoint/contract/deleted';
import { MissingValue, RowId } from '../../display/cells.tsx';
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

const COLUMNS: readonly Column<DeletedItem>[] = [
  {
    key: 'what',
    header: texts.what,
    cell: titleOf,
    twoLines: true,
    minWidth: 150,
    width: 240,
    wide: 320,
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
    cell: ({ deleted_at }) => <ListTime at={deleted_at} />,
    isTime: true,
    sort: 'deleted_at',
    firstOrder: 'desc',
    isLabeled: true,
  },
  {
    key: 'until',
    header: texts.until,
    cell: ({ restorable_until }) => <ListTime at={restorable_until} />,
    isTime: true,
    isLabeled: true,
  },
];

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
            <EmptyState title={texts.noneYet}>{texts.noneYetDescription}</EmptyState>
          )
        }
      />
    </Page>
  );
}
