import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { AppUser } from '@callpoint/contract/app-users';
import { Link } from 'react-router';
import { EmptyState } from '../../feedback/empty-state.tsx';
import { Page } from '../../feedback/page.tsx';
import type { ListDefaults } from '../../lib/list-state.ts';
import { OWN } from '../../lib/scope.ts';
import { useListState } from '../../lib/use-list-state.ts';
import { RecordLink } from '../../table/cells.tsx';
import { PagedTable } from '../../table/paged-table.tsx';
import { sortKeys } from '../../table/list-change.ts';
import type { TableShape } from '../../table/table-types.ts';
import { appUserTexts } from '../../lib/texts/app-users.ts';
import { useAppUsers } from './app-users.api.ts';
import { blockAction } from './block-action.tsx';
import { useBlockUser } from './use-block-user.tsx';
import { editPath, USER_COLUMNS } from './user-columns.tsx';

const DEFAULTS: ListDefaults = {
  sorts: sortKeys(USER_COLUMNS),
  sort: 'id',
  order: 'desc',
};

/** The team's own app users. */
export function Component() {
  const [state, change] = useListState(DEFAULTS);
  const list = useAppUsers(OWN, state);
  const block = useBlockUser(OWN);
  const shape: TableShape<AppUser> = {
    name: appUserTexts.list,
    columns: USER_COLUMNS,
    rowKey: (user) => user.id,
    rowName: (user) => user.name,
    rowLinks: editLink,
    actions: (user) => [blockAction(user, () => void block(user))],
    card: ['name', 'status', 'phone', 'email', 'created_at'],
  };
  return (
    <Page title={appUserTexts.users} description={appUserTexts.usersMean} action={<NewUserButton />}>
      <PagedTable
        shape={shape}
        view={state}
        onView={change}
        list={list}
        failed={appUserTexts.readFailed}
        empty={
          <EmptyState title={appUserTexts.noneYet} action={<NewUserButton />}>
            {appUserTexts.noneYetMeans}
          </EmptyState>
        }
      />
    </Page>
  );
}

function editLink(user: AppUser) {
  return (
    <RecordLink to={editPath(user)} label={appUserTexts.editOne(user.name)}>
      {appUserTexts.edit}
    </RecordLink>
  );
}

function NewUserButton() {
  return (
    <Button component={Link} to="/add-user" leftSection={<IconPlus aria-hidden size={18} stroke={1.75} />}>
      {appUserTexts.newUserButton}
    </Button>
  );
}
