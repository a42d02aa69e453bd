import { Button } from '@mantine/core';
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react';
import type { Plan } from '@callpoint/contract/plans';
import type { PagePath } from '../../links/page-path.ts';
import { Link } from '../../links/link.ts';
import { navigate } from '../../links/navigation.ts';
import { EmptyState } from '../../states/empty-state.tsx';
import { Page } from '../../page/page.tsx';
import type { ListDefaults } from '../../list/list-state.ts';
import { numberFormat } from '../../texts/formats.ts';
import { planTexts } from '../../texts/plans.ts';
import { useListState } from '../../list/use-list-state.ts';
import { RowId, RowLink } from '../../display/cells.tsx';
import { ExportButton } from '../../table/export-button.tsx';
import { ListFilters, ListTools, SearchFilter } from '../../table/filters/list-filters.tsx';
import { NoMatch } from '../../table/filters/no-match.tsx';
import { SavedFilters } from '../../table/filters/saved-filters.tsx';
import { exportSelectedRows } from '../../table/selection/export-selected.tsx';
import { tableTexts } from '../../texts/table.ts';
import { PagedTable } from '../../table/paged-table.tsx';
import { sortKeys } from '../../table/list-change.ts';
import type { Column, RowAction, TableShape } from '../../table/table-types.ts';
import { exportPlans, usePlans } from './plans.api.ts';
import { useBulkPlans } from './use-bulk-plans.tsx';
import { useDeletePlan } from './use-delete-plan.tsx';

const editPath = ({ id }: Plan): PagePath => `/plan/edit/${id}`;
const dollars = numberFormat({ style: 'currency', currency: 'USD' });
const number = numberFormat();

const COLUMNS: readonly Column<Plan>[] = [
  {
    key: 'id',
    header: planTexts.id,
    cell: (plan) => <RowId>{plan.id}</RowId>,
    sort: 'id',
    fixed: true,
    minWidth: 64,
  },
  {
    key: 'plan_name',
    header: planTexts.fields.plan_name,
    cell: (plan) => (
      <RowLink to={editPath(plan)} label={`${plan.plan_name} ${plan.id}`}>
        {plan.plan_name}
      </RowLink>
    ),
    isLink: true,
    sort: 'plan_name',
    twoLines: true,
    minWidth: 140,
    width: 280,
    rank: 1,
  },
  {
    key: 'plan_cost',
    header: planTexts.fields.plan_cost,
    cell: (plan) => dollars(plan.plan_cost),
    sort: 'plan_cost',
    numeric: true,
    fixed: true,
  },
  {
    key: 'plan_term',
    header: planTexts.fields.plan_term,
    cell: (plan) => plan.plan_term,
    isLabeled: true,
    fixed: true,
    minWidth: 88,
  },
  {
    key: 'plan_stripe_id',
    header: planTexts.fields.plan_stripe_id,
    cell: (plan) => plan.plan_stripe_id,
    minWidth: 140,
    width: 190,
    rank: 2,
  },
  {
    key: 'max_users',
    header: planTexts.fields.max_users,
    cell: (plan) => number(plan.max_users),
    sort: 'max_users',
    isLabeled: true,
    numeric: true,
    fixed: true,
  },
];

const DEFAULTS: ListDefaults<string, 'search'> = {
  sorts: sortKeys(COLUMNS),
  sort: 'id',
  order: 'asc',
  perPage: 10,
  filters: ['search'],
};
const ICON = { 'aria-hidden': true, size: 18, stroke: 1.75 } as const;

/** The plans of the platform. */
export function Component() {
  const [state, change] = useListState(DEFAULTS);
  const { search = '' } = state.filters;
  const remove = useDeletePlan();
  const bulk = useBulkPlans();
  const shape: TableShape<Plan> = {
    name: planTexts.list,
    columns: COLUMNS,
    rowKey: (plan) => plan.id,
    rowName: (plan) => plan.plan_name,
    actions: (plan) =>
      actionsOf(
        () => void navigate(editPath(plan)),
        () => void remove(plan),
      ),
    bulk: [...bulk, exportSelectedRows('/api/v1/export/plan', 'filterin_id', ({ id }) => id)],
    card: ['plan_name', 'plan_cost', 'plan_term', 'max_users'],
  };
  const list = usePlans(state);
  // The empty list has the button then.
  const isEmpty = !search && list.pageCount === 0;
  return (
    <Page title={planTexts.title} description={planTexts.description} action={!isEmpty && <NewPlanButton />}>
      <ListFilters label={planTexts.filters}>
        <SearchFilter
          label={tableTexts.search}
          hint={planTexts.searchHint}
          value={search}
          onChange={(text) => change({ filters: { search: text } })}
        />
        <ListTools>
          <SavedFilters list="plans" />
          <ExportButton onExport={(options) => exportPlans(state, options)} />
        </ListTools>
      </ListFilters>
      <PagedTable
        shape={shape}
        view={state}
        onView={change}
        list={list}
        failed={planTexts.readFailed}
        empty={
          search ? (
            <NoMatch
              title={tableTexts.noMatch}
              clear={tableTexts.clear}
              onClear={() => change({ filters: {} })}
            >
              {tableTexts.noMatchFor([tableTexts.with(search)], 'plans')}
            </NoMatch>
          ) : (
            <EmptyState title={planTexts.noneYet} action={<NewPlanButton />}>
              {planTexts.noneYetDescription}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function actionsOf(edit: () => void, remove: () => void): RowAction[] {
  return [
    { label: planTexts.edit, icon: <IconEdit {...ICON} />, onSelect: edit },
    { label: planTexts.remove, icon: <IconTrash {...ICON} />, danger: true, onSelect: remove },
  ];
}

function NewPlanButton() {
  return (
    <Button component={Link} to="/new-plan" leftSection={<IconPlus {...ICON} />}>
      {planTexts.newPlan}
    </Button>
  );
}
