import type { AuditLine } from '@callpoint/contract/audit';
import { useState } from 'react';
import { lazyPart } from '../../states/lazy-part.tsx';
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
import type { EntryDialogProps } from './entry-dialog.tsx';
import { actionText } from './entry-text.ts';

const EntryDialog = lazyPart<EntryDialogProps>(async () => (await import('./entry-dialog.tsx')).EntryDialog);

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
  card: ['what', 'changes', 'at', 'who', 'team'],
  bulk: [exportSelectedRows('/api/v1/export/audit', 'filterin_id', ({ id }) => id)],
};

/** The audit: who did what. */
export function Component() {
  const [state, change] = useListState(DEFAULTS);
  // Not in its row: rows become cards when the window gets narrow, and the dialog stays open.
  const [opened, setOpened] = useState<AuditLine | null>(null);
  const shape = { ...SHAPE, rowLinks: detailsOf(setOpened) };
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
        shape={shape}
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
      {opened && <EntryDialog line={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}

/** The button of a row that opens all of its entry. */
function detailsOf(onOpen: (line: AuditLine) => void) {
  return (line: AuditLine) => <EntryDetails line={line} onOpen={() => onOpen(line)} />;
}
