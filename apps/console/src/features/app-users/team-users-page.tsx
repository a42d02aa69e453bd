import { BackToSubscribers } from '../../display/back-to-subscribers.tsx';
import type { AppUser } from '@callpoint/contract/app-users';
import { useParams } from '../../links/location.ts';
import { EmptyState } from '../../states/empty-state.tsx';
import { NotFoundPage } from '../../page/not-found-page.tsx';
import { Page } from '../../page/page.tsx';
import { appUserTexts } from '../../texts/app-users.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useScope } from '../../list/use-scope.ts';
import type { Column } from '../../table/table-types.ts';
import { USER_COLUMNS } from './user-columns.tsx';
import { UsersTable } from './users-table.tsx';

/** Administrators block users; they don't edit them. */
const COLUMNS: readonly Column<AppUser>[] = USER_COLUMNS.map((column) =>
  column.key === 'name' ? { ...column, cell: ({ name }) => name } : column,
);

/** The app users of one subscriber, for an administrator. */
export function Component() {
  const { teamId = '' } = useParams();
  const scope = useScope();
  if (!scope) return <NotFoundPage />;
  return (
    <Page
      title={appUserTexts.usersOf(teamId)}
      description={appUserTexts.usersOfDescription}
      parent={{ label: shellTexts.subscribers, to: '/subscribers' }}
      action={<BackToSubscribers />}
    >
      <UsersTable
        key={teamId}
        scope={scope}
        columns={COLUMNS}
        empty={<EmptyState title={appUserTexts.noneYet}>{appUserTexts.noneOfTheirsYet}</EmptyState>}
      />
    </Page>
  );
}
