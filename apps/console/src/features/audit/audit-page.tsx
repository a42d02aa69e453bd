import type { AuditLine } from '@callpoint/contract/audit';
import { EmptyState } from '../../states/empty-state.tsx';
import { Page } from '../../page/page.tsx';
import type { ListDefaults } from '../../list/list-state.ts';
import { auditTexts as texts } from '../../texts/audit.ts';
import { useListState } from '../../list/use-list-state.ts';
import { sortKeys } from '../../table/list-change.ts';
import { isFiltered } from '../../table/day-filters.tsx';
import { ExportButton } from '../../table/export-button.tsx';
import { NoMatch } from '../../table/no-match.tsx';
import { PagedTable } from '../../table/paged-table.tsx';
import type { TableShape } from '../../table/table-types.ts';
import { AUDIT_COLUMNS } from './audit-columns.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { exportAudit, AUDIT_FILTERS, useAudit } from './audit.api.ts';
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
  card: ['at', 'what', 'who', 'team', 'changes'],
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
        tools={<ExportButton onExport={(options) => exportAudit(state, options)} />}
      />
      <PagedTable
        shape={SHAPE}
        view={state}
        onView={change}
        list={useAudit(state)}
        failed={texts.readFailed}
        cardsBelow={780}
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
