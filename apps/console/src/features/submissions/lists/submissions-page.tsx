import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '../../../links/location.ts';
import type { PagePath } from '../../../links/page-path.ts';
import { Link } from '../../../links/link.ts';
import { EmptyState } from '../../../states/empty-state.tsx';
import { focusPageTitle } from '../../../page/page-title.ts';
import { Page } from '../../../page/page.tsx';
import { isWithinDays } from '../../../list/days.ts';
import { OWN_SCOPE, type Scope } from '../../../list/scope.ts';
import { useListState } from '../../../list/use-list-state.ts';
import { useShownColumns } from '../../../table/columns-menu.tsx';
import { isFiltered, NoDayMatches } from '../../../table/filters/day-filters.tsx';
import { exportSelectedRows } from '../../../table/selection/export-selected.tsx';
import { ExportButton } from '../../../table/export-button.tsx';
import { ListFilters, ListTools } from '../../../table/filters/list-filters.tsx';
import { SavedFilters } from '../../../table/filters/saved-filters.tsx';
import { PagedTable } from '../../../table/paged-table.tsx';
import { RefreshButton } from '../../../table/refresh-button.tsx';
import type { Column, RowAction, TableShape } from '../../../table/table-types.ts';
import { useStableRows } from '../../../table/use-stable-rows.ts';
import { submissionTexts } from '../../../texts/submissions.ts';
import { tableTexts } from '../../../texts/table.ts';
import { HeldLink } from './held-link.tsx';
import { RecordFilters, recordFilterTexts } from './record-filters.tsx';
import { LIST_DEFAULTS } from './list-defaults.ts';
import type { SubmissionResource, SubmissionKindSpec, SubmissionRow } from '../submissions-call.ts';
import { exportSubmissions, startsWithNewest, useSubmissions } from '../submissions.api.ts';
import type { WithIncident } from '../open-incident.ts';
import { useDeleteSubmission } from '../use-delete-submission.ts';
import { countReleasable, releaseAction } from './release-action.tsx';
import { useLiveRows } from './use-live-rows.ts';

interface SubmissionsPageProps<Of extends SubmissionResource> {
  scope: Scope;
  kind: SubmissionKindSpec<Of>;
  itemId: number;
  title: string;
  description: string;
  columns: readonly Column<SubmissionRow<Of>>[];
  /** Joins the visible columns where there is no room for all. */
  joinColumns?: (columns: readonly Column<SubmissionRow<Of>>[]) => readonly Column<SubmissionRow<Of>>[];
  card: readonly string[];
  isUrgent?: (row: SubmissionRow<Of>) => boolean;
  /** A description of the records, shown when there are none. */
  emptyText: string;
  settingsPath: PagePath;
}

/** Records in the order received, newest first; records received while someone reads are announced above. */
export function SubmissionsPage<Of extends SubmissionResource>(props: SubmissionsPageProps<Of>) {
  const { scope, kind, title } = props;
  const { teamId = '' } = useParams();
  const [state, change] = useListState(LIST_DEFAULTS);
  const read = useSubmissions(scope, kind, props.itemId, state);
  const view = JSON.stringify(state);
  const newestFirst = startsWithNewest(state);
  const { list, pending, apply } = useStableRows(read, view, state.perPage);
  const of = { scope, kind, itemId: props.itemId };
  const { received } = useLiveRows(of, {
    view,
    newestFirst,
    // Whether another filter matches is not known: it is counted, and the reader looks.
    isShown: (at) => isWithinDays(state.filters, at),
    ids: list.rows?.map(({ id }) => id) ?? [],
  });
  const remove = useDeleteSubmission(scope, kind, () => {
    apply();
    focusPageTitle();
  });
  const queries = useQueryClient();
  const removeAll = async (rows: readonly SubmissionRow<Of>[]) => {
    const { deleteRecords } = await import('./delete-records.tsx');
    const onDeleted = () => {
      apply();
      focusPageTitle();
    };
    const records = rows.map((row) => {
      const { incident = null } = row as WithIncident;
      return { key: row.id, id: row.id, kind: kind.submission, incident };
    });
    return await deleteRecords(records, { queries, scope, onDeleted });
  };
  const release = async (rows: readonly SubmissionRow<Of>[]) => {
    const { releaseRecords } = await import('./release-records.ts');
    const records = rows.map((row) => ({
      key: row.id,
      id: row.id,
      kind: kind.submission,
      held: countReleasable(row),
    }));
    return await releaseRecords(records, { queries, scope, onReleased: apply });
  };
  const refresh = () => void read.readAgain().then(apply);
  const toNewest = () =>
    change({ page: 1, sort: LIST_DEFAULTS.sort, order: LIST_DEFAULTS.order, filters: {} });
  const shown = useShownColumns(`${kind.screen} ${props.itemId}`, props.columns);
  const days = { filters: state.filters, onFilters: (filters: typeof state.filters) => change({ filters }) };
  const shape: TableShape<SubmissionRow<Of>> = {
    name: title,
    columns: shown.columns,
    fewerColumns: props.joinColumns?.(shown.columns),
    rowKey: (row) => row.id,
    rowName: (row) => submissionTexts.record(row.id),
    actions: (row) => [deleteAction(() => void remove(row))],
    bulk: [
      releaseAction<SubmissionRow<Of>>(release),
      exportSelectedRows<SubmissionRow<Of>>(
        `${scope.base}/export/${kind.resource}`,
        'filterin_id',
        ({ id }) => id,
      ),
      {
        label: tableTexts.deleteVerb,
        icon: <IconTrash aria-hidden size={16} />,
        danger: true,
        run: removeAll,
      },
    ],
    isUrgent: (row) => props.isUrgent?.(row) ?? false,
    card: props.card,
  };
  return (
    <Page
      title={title}
      description={
        <>
          {props.description} <HeldLink teamId={scope === OWN_SCOPE ? undefined : Number(teamId)} />
        </>
      }
      {...(scope === OWN_SCOPE
        ? {}
        : { parent: { label: submissionTexts.dataOf(teamId), to: `/subscriber/data/${Number(teamId)}` } })}
      action={
        received > 0 ? (
          <RefreshButton pending={tableTexts.showNew(received)} onClick={toNewest} />
        ) : (
          <RefreshButton pending={pending} onClick={refresh} />
        )
      }
    >
      <ListFilters label={submissionTexts.filters}>
        <RecordFilters {...days} />
        <ListTools>
          <SavedFilters list={kind.screen} />
          {shown.menu}
          <ExportButton
            onExport={(options) => exportSubmissions(scope, kind, props.itemId, state, options)}
          />
        </ListTools>
      </ListFilters>
      <PagedTable
        shape={shape}
        view={state}
        onView={change}
        list={list}
        failed={submissionTexts.readFailed}
        empty={
          isFiltered(state.filters) ? (
            <NoDayMatches {...days} others={recordFilterTexts(state.filters)} rows="records" />
          ) : (
            <EmptyState
              title={submissionTexts.noneYet}
              action={
                scope === OWN_SCOPE && <Link to={props.settingsPath}>{submissionTexts.checkSettings}</Link>
              }
            >
              {props.emptyText}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function deleteAction(onSelect: () => void): RowAction {
  return {
    label: submissionTexts.deleteItem,
    icon: <IconTrash aria-hidden size={18} />,
    danger: true,
    onSelect,
  };
}
