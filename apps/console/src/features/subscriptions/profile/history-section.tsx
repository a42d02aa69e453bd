import type { HistoryEntry } from '@callpoint/contract/subscriptions';
import { EmptyState } from '../../../states/empty-state.tsx';
import type { ListDefaults } from '../../../list/list-state.ts';
import { useListState } from '../../../list/use-list-state.ts';
import { subscriptionTexts } from '../../../texts/subscriptions.ts';
import { ListTime } from '../../../display/timestamp.tsx';
import { sortKeys } from '../../../table/list-change.ts';
import type { Column, TableShape } from '../../../table/table-types.ts';
import { SECTION_IDS, type ProfileScope } from '../profile-scope.ts';
import { SECTION_ROWS, SectionList } from '../section-list.tsx';
import { CollapsibleSection } from '../../../form/record/section.tsx';
import { useHistory } from '../subscriptions.api.ts';

const COLUMNS: readonly Column<HistoryEntry>[] = [
  {
    key: 'changed_on',
    header: subscriptionTexts.changedOn,
    cell: (entry) => <ListTime at={entry.changed_on} />,
    isTime: true,
    sort: 'changed_on',
    firstOrder: 'desc',
  },
  { key: 'descr', header: subscriptionTexts.descr, cell: (entry) => entry.descr, minWidth: 220, wraps: true },
  {
    key: 'by',
    header: subscriptionTexts.by,
    minWidth: 130,
    cell: ({ actor_role }) => subscriptionTexts.byWhom(actor_role),
    isLabeled: true,
  },
];

const DEFAULTS: ListDefaults<string, 'search'> = {
  sorts: sortKeys(COLUMNS),
  sort: 'changed_on',
  order: 'desc',
  perPage: SECTION_ROWS,
  filters: ['search'],
};

const SHAPE: TableShape<HistoryEntry> = {
  name: subscriptionTexts.history,
  columns: COLUMNS,
  rowKey: (entry) => entry.id,
  rowName: (entry) => entry.descr,
  card: ['descr', 'changed_on', 'by'],
};

/** What happened to a subscriber's plan, newest first. */
export function HistorySection({ scope }: { scope: ProfileScope }) {
  const [state, change] = useListState(DEFAULTS);
  return (
    <CollapsibleSection title={subscriptionTexts.history} id={SECTION_IDS.history}>
      <SectionList
        shape={SHAPE}
        state={state}
        onChange={change}
        list={useHistory(scope, state)}
        failed={subscriptionTexts.historyFailed}
        searchHint={subscriptionTexts.historySearchHint}
        empty={
          <EmptyState title={subscriptionTexts.noHistory}>
            {subscriptionTexts.noHistoryDescription}
          </EmptyState>
        }
      />
    </CollapsibleSection>
  );
}
