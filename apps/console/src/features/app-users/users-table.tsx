import type { AppUser } from '@callpoint/contract/app-users';
import type { ReactNode } from 'react';
import type { ListDefaults } from '../../list/list-state.ts';
import type { Scope } from '../../list/scope.ts';
import { appUserTexts } from '../../texts/app-users.ts';
import { useListState } from '../../list/use-list-state.ts';
import { useShownColumns } from '../../table/columns-menu.tsx';
import { ExportButton } from '../../table/export-button.tsx';
import { sortKeys } from '../../table/list-change.ts';
import { ListTools } from '../../table/list-filters.tsx';
import { PagedTable } from '../../table/paged-table.tsx';
import type { Column, TableShape } from '../../table/table-types.ts';
import { exportAppUsers, useAppUsers } from './app-users.api.ts';
import { blockAction, signOutAction } from './row-actions.tsx';
import { useBlockUser } from './use-block-user.tsx';
import { useSignOutPhone } from './use-sign-out-phone.ts';
import { USER_COLUMNS } from './user-columns.tsx';

const DEFAULTS: ListDefaults = { sorts: sortKeys(USER_COLUMNS), sort: 'id', order: 'desc' };

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
  const block = useBlockUser(scope);
  const signOut = useSignOutPhone(scope);
  const shown = useShownColumns('app_user', columns);
  const shape: TableShape<AppUser> = {
    name: appUserTexts.list,
    columns: shown.columns,
    rowKey: (user) => user.id,
    rowName: (user) => user.name,
    ...(rowLinks && { rowLinks }),
    actions: (user) => [
      ...signOutAction(user, () => void signOut(user)),
      blockAction(user, () => void block(user)),
    ],
    card: ['name', 'status', 'phone', 'email', 'created_at'],
  };
  return (
    <>
      <ListTools>
        {shown.menu}
        <ExportButton onExport={(options) => exportAppUsers(scope, state, options)} />
      </ListTools>
      <PagedTable
        shape={shape}
        view={state}
        onView={change}
        list={useAppUsers(scope, state)}
        failed={appUserTexts.readFailed}
        empty={empty}
      />
    </>
  );
}
