import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { AppUser } from '@callpoint/contract/app-users';
import { Link, useParams } from 'react-router';
import { EmptyState } from '../../feedback/empty-state.tsx';
import { NotFoundPage } from '../../feedback/not-found.tsx';
import { Page } from '../../feedback/page.tsx';
import type { ListDefaults } from '../../lib/list-state.ts';
import type { Scope } from '../../lib/scope.ts';
import { useScope } from '../../lib/use-scope.ts';
import { appUserTexts } from '../../lib/texts/app-users.ts';
import { shellTexts } from '../../lib/texts/shell.ts';
import { useListState } from '../../lib/use-list-state.ts';
import { sortKeys } from '../../table/list-change.ts';
import { PagedTable } from '../../table/paged-table.tsx';
import type { Column, TableShape } from '../../table/table-types.ts';
import { useAppUsers } from './app-users.api.ts';
import { blockAction } from './block-action.tsx';
import { useBlockUser } from './use-block-user.tsx';
import { USER_COLUMNS } from './user-columns.tsx';

/** Administrators block users; they don't edit them. */
const COLUMNS: readonly Column<AppUser>[] = USER_COLUMNS.map((column) =>
  column.key === 'id' ? { ...column, cell: ({ id }) => id } : column,
);
const DEFAULTS: ListDefaults = { sorts: sortKeys(COLUMNS), sort: 'id', order: 'desc' };

/** The app users of one subscriber, for an administrator. */
export function Component() {
  const { teamId = '' } = useParams();
  const scope = useScope();
  return scope ? <TeamUsers key={teamId} teamId={teamId} scope={scope} /> : <NotFoundPage />;
}

function TeamUsers({ teamId, scope }: { teamId: string; scope: Scope }) {
  const [state, change] = useListState(DEFAULTS);
  const block = useBlockUser(scope);
  const shape: TableShape<AppUser> = {
    name: appUserTexts.list,
    columns: COLUMNS,
    rowKey: (user) => user.id,
    rowName: (user) => user.name,
    actions: (user) => [blockAction(user, () => void block(user))],
    card: ['name', 'status', 'phone', 'email', 'created_at'],
  };
  return (
    <Page
      title={appUserTexts.usersOf(teamId)}
      description={appUserTexts.usersOfMean}
      parent={{ label: shellTexts.subscribers, to: '/subscribers' }}
      action={
        <Button
          component={Link}
          to="/subscribers"
          variant="default"
          leftSection={<IconArrowLeft aria-hidden size={18} stroke={1.75} />}
        >
          {appUserTexts.goBack}
        </Button>
      }
    >
      <PagedTable
        shape={shape}
        view={state}
        onView={change}
        list={useAppUsers(scope, state)}
        failed={appUserTexts.readFailed}
        empty={<EmptyState title={appUserTexts.noneYet}>{appUserTexts.noneOfTheirsYet}</EmptyState>}
      />
    </Page>
  );
}
