import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import { IconListSearch, IconPhone, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { navigate } from '../../../links/navigation.ts';
import { isWithinDays } from '../../../list/days.ts';
import { OWN_SCOPE, type Scope } from '../../../list/scope.ts';
import { useListState } from '../../../list/use-list-state.ts';
import { focusPageTitle } from '../../../page/page-title.ts';
import { Page } from '../../../page/page.tsx';
import { HeldLink } from './held-link.tsx';
import { useShownColumns } from '../../../table/columns-menu.tsx';
import { isFiltered, NoDayMatches } from '../../../table/filters/day-filters.tsx';
import { exportSelectedRows } from '../../../table/selection/export-selected.tsx';
import { ExportButton } from '../../../table/export-button.tsx';
import { ListFilters, ListTools } from '../../../table/filters/list-filters.tsx';
import { PagedTable } from '../../../table/paged-table.tsx';
import { PositionPager } from '../../../table/pager/position-pager.tsx';
import { RefreshButton } from '../../../table/refresh-button.tsx';
import { SavedFilters } from '../../../table/filters/saved-filters.tsx';
import type { RowAction, TableShape } from '../../../table/table-types.ts';
import { recordsTexts as texts } from '../../../texts/records.ts';
import { submissionTexts } from '../../../texts/submissions.ts';
import { tableTexts } from '../../../texts/table.ts';
import {
  exportRecords,
  RECORDS_DEFAULTS,
  usePeople,
  useRecords,
  useRecordsScope,
  type RecordEntry,
} from '../records.api.ts';
import { BUTTON_CLICKS, FORM_SUBMISSIONS } from '../submissions-call.ts';
import { useDeleteSubmission } from '../use-delete-submission.ts';
import { deleteRecords } from './delete-records.tsx';
import { NoRecordsYet } from './no-records-yet.tsx';
import { RecordFilters } from './record-filters.tsx';
import { recordPath, recordsColumns } from './records-columns.tsx';
import { RecordsOnlyFilters, recordsFilterTexts } from './records-filters.tsx';
import { countReleasable, releaseAction } from './release-action.tsx';
import { releaseRecords } from './release-records.ts';
import { useReceived } from './use-received.ts';

const ICON = { 'aria-hidden': true, size: 18 } as const;

/** All records: presses and forms in one list, of a team or, for an administrator, of all subscribers. */
export function Component() {
  const scope = useRecordsScope();
  const [state, change] = useListState(RECORDS_DEFAULTS);
  const { older: _, newer: __, start, ...filters } = state.filters;
  const { list, pages } = useRecords(scope, state);
  const knownPeople = usePeople(scope, filters.team_id);
  const people = knownPeople ?? [];
  const received = useReceived(scope, {
    rows: list.rows ?? null,
    isFiltered: isFiltered(filters),
    isShown: (at) => isWithinDays(filters, at),
  });
  const shown = useShownColumns('records', recordsColumns(scope));
  const refresh = () => {
    received.clear();
    void list.readAgain();
    if (pages?.newer) change({ filters });
  };
  const afterDeletion = async () => {
    await list.readAgain();
    focusPageTitle();
  };
  const removeClick = useDeleteSubmission(scope, BUTTON_CLICKS, afterDeletion);
  const removeForm = useDeleteSubmission(scope, FORM_SUBMISSIONS, afterDeletion);
  const queries = useQueryClient();
  const deleteAll = (rows: readonly RecordEntry[]) =>
    deleteRecords(rows, { queries, scope, onDeleted: afterDeletion });
  const release = (rows: readonly RecordEntry[]) =>
    releaseRecords(
      rows.map((row) => ({ ...row, held: countReleasable(row) })),
      { queries, scope, onReleased: async () => void (await list.readAgain()) },
    );
  const filtering = { filters, onFilters: (next: typeof filters) => change({ filters: next }) };
  const shape: TableShape<RecordEntry> = {
    name: texts.title,
    columns: shown.columns,
    rowKey: ({ key }) => key,
    rowName: ({ id }) => submissionTexts.record(id),
    actions: (row) =>
      actionsOf(scope, row, () => void (row.kind === 'button' ? removeClick : removeForm)(row)),
    card: ['name', 'created_at', 'account', 'messages', 'item'],
    isUrgent: isOpenEmergency,
    bulk: [
      releaseAction<RecordEntry>(release),
      { label: tableTexts.deleteVerb, icon: <IconTrash {...ICON} />, danger: true, run: deleteAll },
      exportSelectedRows(
        `${scope.base}/export/record`,
        'filterin_record',
        ({ kind, id }: RecordEntry) => `${kind}-${id}`,
      ),
    ],
  };
  return (
    <Page
      title={texts.title}
      description={
        <>
          {scope === OWN_SCOPE ? texts.description : texts.descriptionOfAll} <HeldLink />
        </>
      }
      action={
        <RefreshButton
          pending={received.count > 0 ? tableTexts.showNew(received.count) : null}
          onClick={refresh}
        />
      }
    >
      <ListFilters label={submissionTexts.filters}>
        <RecordFilters {...filtering} />
        <RecordsOnlyFilters scope={scope} people={people} {...filtering} />
        <ListTools>
          <SavedFilters list="records" without={['older', 'newer', 'start']} />
          {shown.menu}
          <ExportButton onExport={(options) => exportRecords(scope, state, options)} />
        </ListTools>
      </ListFilters>
      <PagedTable
        shape={shape}
        view={state}
        onView={(view) => change({ ...view, filters })}
        list={list}
        failed={submissionTexts.readFailed}
        pager={
          <PositionPager
            total={list.total}
            shown={list.rows?.length ?? 0}
            perPage={state.perPage}
            onPerPage={(perPage) => change({ perPage, filters })}
            // The newest records are a page without a position, so that new ones appear on it.
            newer={pages?.newer ?? null}
            older={pages?.older ?? null}
            isFirst={!state.filters.older && !state.filters.newer}
            start={start}
            onFirst={() => change({ filters })}
            onNewer={(newer, first) => change({ filters: { ...filters, newer, ...startOf(first) } })}
            onOlder={(older, first) => change({ filters: { ...filters, older, ...startOf(first) } })}
          />
        }
        empty={
          isFiltered(filters) ? (
            <NoDayMatches
              {...filtering}
              onFilters={() => change({ filters: {} })}
              others={recordsFilterTexts(filters, people)}
              rows="records"
            />
          ) : (
            <NoRecordsYet scope={scope} hasPeople={knownPeople && people.length > 0} />
          )
        }
      />
    </Page>
  );
}

function startOf(first: number | null) {
  return first === null ? {} : { start: String(first) };
}

function actionsOf(scope: Scope, row: RecordEntry, onDelete: () => void): RowAction[] {
  const { phone } = row.app_user;
  return [
    {
      label: texts.open,
      icon: <IconListSearch {...ICON} />,
      onSelect: () => void navigate(recordPath(scope, row)),
    },
    {
      label: texts.call(phone),
      icon: <IconPhone {...ICON} />,
      onSelect: () => window.location.assign(`tel:${phone.replaceAll(/[^\d+]/g, '')}`),
    },
    {
      label: submissionTexts.deleteItem,
      icon: <IconTrash {...ICON} />,
      danger: true,
      onSelect: onDelete,
    },
  ];
}

function isOpenEmergency({ kind, item_id, opened_at, incident }: RecordEntry): boolean {
  if (incident) return incident.state === 'open' && !incident.is_drill;
  return kind === 'button' && item_id === EMERGENCY_BUTTON_ID && opened_at === null;
}
