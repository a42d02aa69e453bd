import type { AuditLine } from '@callpoint/contract/audit';
import { EmptyState } from '../../states/empty-state.tsx';
import { Page } from '../../page/page.tsx';
import type { ListDefaults } from '../../list/list-state.ts';
import { auditTexts as texts } from '../../texts/audit.ts';
import { useListState } from '../../list/use-list-state.ts';
import { sortKeys } from '../../table/list-change.ts';
import { isFiltered } from '../../table/filters/day-filters.tsx';
import { exportSelectedRows } from '../../table/selection/export-selected.tsx';
import { ExportButton } from '../../table/export-button.tsx';
import { NoMatch } from '../../table/filters/no-match.tsx';
import { SavedFilters } from '../../table/filters/saved-filters.tsx';
import { PagedTable } from '../../table/paged-table.tsx';
import type { TableShape } from '../../table/table-types.ts';
import { AUDIT_COLUMNS } from './audit-columns.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { exportAudit, AUDIT_FILTERS, useAudit } from './audit.api.ts';
import { EntryDetails } from './entry-details.tsx';
import { actionText } from './entry-text.ts';

const DEFAULTS: ListDefaults<string, (typeof AUDIT_FILTERS)[number]> = {
  sorts: sortKeys(AUDIT_COLUMNS),
  sort: 'at',
  order: 'desc',
  filters: AUDIT_FILTERS,
};

const SHAPE: TableShape<AuditLine> = {
  name: texts.list,
  columns: AUDIT_COLUMNS,
  rowKey: (line) => line.id,
  rowName: actionText,
  actionsHeader: texts.details,
  actionsWidth: 80,
  rowLinks: (line) => <EntryDetails line={line} />,
  card: ['what', 'changes', 'at', 'who', 'team'],
  bulk: [exportSelectedRows('/api/v1/export/audit', 'filterin_id', ({ id }) => id)],
};

/** The audit: who did what. */
export function Component() {
  const [state, change] = useListState(DEFAULTS);
  const onFilters = (filters: typeof state.filters) => change({ filters });
  return (
    <Page title={texts.title} description={texts.description}>
      <AuditFilters
        filters={state.filters}
        onFilters={onFilters}
        tools={
          <>
            <SavedFilters list="audit" />
            <ExportButton onExport={(options) => exportAudit(state, options)} />
          </>
        }
      />
      <PagedTable
        shape={SHAPE}
        view={state}
        onView={change}
        list={useAudit(state)}
        failed={texts.readFailed}
        empty={
          isFiltered(state.filters) ? (
            <NoMatch title={texts.noMatch} clear={texts.clear} onClear={() => onFilters({})}>
              {texts.noMatchDescription}
            </NoMatch>
          ) : (
            <EmptyState title={texts.noneYet}>{texts.noneYetDescription}</EmptyState>
          )
        }
      />
    </Page>
  );
}
