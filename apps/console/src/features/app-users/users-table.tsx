import type { AppUser } from '@callpoint/contract/app-users';
import { useState, type ReactNode } from 'react';
import type { ListDefaults } from '../../list/list-state.ts';
import type { Scope } from '../../list/scope.ts';
import { appUserTexts } from '../../texts/app-users.ts';
import { useListState } from '../../list/use-list-state.ts';
import { useShownColumns } from '../../table/columns-menu.tsx';
import { ExportButton } from '../../table/export-button.tsx';
import { sortKeys } from '../../table/list-change.ts';
import { isFiltered } from '../../table/filters/day-filters.tsx';
import { NoMatch } from '../../table/filters/no-match.tsx';
import { tableTexts } from '../../texts/table.ts';
import { ChoiceFilter, ListFilters, ListTools, SearchFilter } from '../../table/filters/list-filters.tsx';
import { SavedFilters } from '../../table/filters/saved-filters.tsx';
import { PagedTable } from '../../table/paged-table.tsx';
import type { Column, TableShape } from '../../table/table-types.ts';
import { exportAppUsers, useAppUsers } from './app-users.api.ts';
import { exportSelectedRows } from '../../table/selection/export-selected.tsx';
import { useBulkUsers } from './use-bulk-users.tsx';
import { InstallLinkDialog } from './install-link.tsx';
import { blockButton, deleteAction, installAction, signOutAction } from './row-actions.tsx';
import { useBlockUser } from './use-block-user.tsx';
import { useDeleteUser } from './use-delete-user.tsx';
import { useSignOutPhone } from './use-sign-out-phone.ts';
import { USER_COLUMNS } from './user-columns.tsx';

const DEFAULTS: ListDefaults<string, 'search' | 'status'> = {
  sorts: sortKeys(USER_COLUMNS),
  sort: 'id',
  order: 'desc',
  filters: ['search', 'status'],
};

const STATUSES = [
  { value: '1', label: appUserTexts.filterActive },
  { value: '0', label: appUserTexts.filterBlocked },
];

/** Pixels of the column with `Unblock` and the menu, and those of `Records` and `Edit`. */
const ACTIONS_WIDTH = 124;
const LINKS_WIDTH = 96;

interface UsersTableProps {
  scope: Scope;
  columns: readonly Column<AppUser>[];
  rowLinks?: (user: AppUser) => ReactNode;
  /** What would be shown here, and the action that adds it. */
  empty: ReactNode;
}

/** App users, with the actions for each. */
export function UsersTable({ scope, columns, rowLinks, empty }: UsersTableProps) {
  const [state, change] = useListState(DEFAULTS);
  const { search = '', status = '' } = state.filters;
  const block = useBlockUser(scope);
  const signOut = useSignOutPhone(scope);
  const bulk = useBulkUsers(scope);
  const remove = useDeleteUser(scope);
  const [installing, setInstalling] = useState<AppUser | null>(null);
  const shown = useShownColumns('app_user', columns);
  const shape: TableShape<AppUser> = {
    name: appUserTexts.list,
    columns: shown.columns,
    rowKey: (user) => user.id,
    rowName: (user) => user.name,
    ...(rowLinks && { rowLinks }),
    actions: (user) => [
      ...installAction(user, () => setInstalling(user)),
      ...signOutAction(user, () => void signOut(user)),
      deleteAction(() => void remove(user)),
    ],
    rowButton: (user) => blockButton(user, () => block(user)),
    actionsWidth: rowLinks ? ACTIONS_WIDTH + LINKS_WIDTH : ACTIONS_WIDTH,
    bulk: [...bulk, exportSelectedRows(`${scope.base}/export/app_user`, 'filterin_id', ({ id }) => id)],
    card: ['name', 'email', 'status', 'phone'],
  };
  return (
    <>
      <ListFilters label={appUserTexts.filters}>
        <SearchFilter
          label={tableTexts.search}
          hint={appUserTexts.searchHint}
          value={search}
          onChange={(text) => change({ filters: { ...state.filters, search: text } })}
        />
        <ChoiceFilter
          label={appUserTexts.status}
          all={appUserTexts.anyStatus}
          choices={STATUSES}
          value={status}
          onChange={(value) => change({ filters: { ...state.filters, status: value } })}
        />
        <ListTools>
          <SavedFilters list="users" />
          {shown.menu}
          <ExportButton onExport={(options) => exportAppUsers(scope, state, options)} />
        </ListTools>
      </ListFilters>
      <PagedTable
        shape={shape}
        view={state}
        onView={change}
        list={useAppUsers(scope, state)}
        failed={appUserTexts.readFailed}
        empty={
          isFiltered(state.filters) ? (
            <NoMatch
              title={tableTexts.noMatch}
              clear={tableTexts.clear}
              onClear={() => change({ filters: {} })}
            >
              {tableTexts.noMatchFor(
                [
                  ...(status
                    ? [status === '1' ? appUserTexts.filterActive : appUserTexts.filterBlocked]
                    : []),
                  ...(search ? [tableTexts.with(search)] : []),
                ],
                'users',
              )}
            </NoMatch>
          ) : (
            empty
          )
        }
      />
      {installing && (
        <InstallLinkDialog user={installing} base={scope.base} onClose={() => setInstalling(null)} />
      )}
    </>
  );
}
