import type { Delivery } from '@callpoint/contract/deliveries';
import { useMemo } from 'react';
import { Link } from '../../links/link.ts';
import { EmptyState } from '../../states/empty-state.tsx';
import { Page } from '../../page/page.tsx';
import type { ListDefaults } from '../../list/list-state.ts';
import { OWN_SCOPE } from '../../list/scope.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { useListState } from '../../list/use-list-state.ts';
import { useShownColumns } from '../../table/columns-menu.tsx';
import { isFiltered } from '../../table/filters/day-filters.tsx';
import { exportSelectedRows } from '../../table/selection/export-selected.tsx';
import { ExportButton } from '../../table/export-button.tsx';
import { ListFilters, ListTools } from '../../table/filters/list-filters.tsx';
import { SavedFilters } from '../../table/filters/saved-filters.tsx';
import { PagedTable } from '../../table/paged-table.tsx';
import { RefreshButton } from '../../table/refresh-button.tsx';
import type { TableShape } from '../../table/table-types.ts';
import { useStableRows } from '../../table/use-stable-rows.ts';
import { exportDeliveries, useDeliveries, useOwnScope } from './deliveries.api.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import { DeliveryFilters, DELIVERY_FILTERS, NoDeliveryMatches } from './delivery-filters.tsx';
import { useBulkResend } from './use-bulk-resend.tsx';
import { useRowResend } from './use-row-resend.ts';

const DEFAULTS: ListDefaults<string, (typeof DELIVERY_FILTERS)[number]> = {
  sorts: ['created_at'],
  sort: 'created_at',
  order: 'desc',
  filters: DELIVERY_FILTERS,
};

/** Pixels of the column with `Resend`, or with `Can’t resend: not configured` on two lines. */
const ACTIONS_WIDTH = 104;

/** The delivery log: the team's, or everyone's for an administrator. */
export function Component() {
  const scope = useOwnScope();
  const [state, change] = useListState(DEFAULTS);
  const columns = useMemo(() => deliveryColumns(scope), [scope]);
  const shown = useShownColumns('deliveries', columns);
  const read = useDeliveries(scope, state);
  const { list, pending, apply } = useStableRows(read, JSON.stringify(state), state.perPage);
  const bulk = useBulkResend(scope, () => apply());
  const shape: TableShape<Delivery> = {
    name: deliveryTexts.title,
    columns: shown.columns,
    rowKey: ({ id }) => id,
    rowName: ({ id }) => deliveryTexts.message(id),
    rowButton: useRowResend(scope, apply),
    actionsWidth: ACTIONS_WIDTH,
    bulk: [...bulk, exportSelectedRows(`${scope.base}/export/delivery`, 'filterin_id', ({ id }) => id)],
    card: ['address', 'created_at', 'team_id', 'state', 'about'],
  };
  const filtering = {
    filters: state.filters,
    onFilters: (filters: typeof state.filters) => change({ filters }),
  };
  return (
    <Page
      title={deliveryTexts.title}
      description={scope === OWN_SCOPE ? deliveryTexts.description : deliveryTexts.descriptionOfAll}
      action={<RefreshButton pending={pending} onClick={() => void read.readAgain().then(apply)} />}
    >
      <ListFilters label={deliveryTexts.filters}>
        <DeliveryFilters scope={scope} {...filtering} />
        <ListTools>
          <SavedFilters list="deliveries" />
          {shown.menu}
          <ExportButton onExport={(options) => exportDeliveries(scope, state, options)} />
        </ListTools>
      </ListFilters>
      <PagedTable
        shape={shape}
        view={state}
        onView={change}
        list={list}
        failed={deliveryTexts.readFailed}
        empty={
          isFiltered(state.filters) ? (
            <NoDeliveryMatches {...filtering} />
          ) : (
            <EmptyState
              title={deliveryTexts.noneYet}
              action={
                scope === OWN_SCOPE && (
                  <Link to="/button_press_settings/5">{deliveryTexts.checkSettings}</Link>
                )
              }
            >
              {deliveryTexts.noneYetDescription}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
