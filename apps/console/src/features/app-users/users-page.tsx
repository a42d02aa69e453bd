import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { AppUser } from '@callpoint/contract/app-users';
import { Link } from '../../links/link.ts';
import { EmptyState } from '../../states/empty-state.tsx';
import { Page } from '../../page/page.tsx';
import { OWN_SCOPE } from '../../list/scope.ts';
import { appUserTexts } from '../../texts/app-users.ts';
import { RecordLink } from '../../display/cells.tsx';
import { editUserPath, userRecordsPath, USER_COLUMNS } from './user-columns.tsx';
import { ImportLink } from './import/import-link.tsx';
import { UsersTable } from './users-table.tsx';
import classes from './app-users.module.css';

/** The team's own app users. */
export function Component() {
  return (
    <Page title={appUserTexts.users} description={appUserTexts.usersDescription} action={<AddButtons />}>
      <UsersTable
        scope={OWN_SCOPE}
        columns={USER_COLUMNS}
        rowLinks={links}
        empty={
          <EmptyState title={appUserTexts.noneYet} action={<AddButtons isQuiet />}>
            {appUserTexts.noneYetDescription}
          </EmptyState>
        }
      />
    </Page>
  );
}

function links(user: AppUser) {
  return (
    <>
      <RecordLink to={userRecordsPath(user.id)} label={appUserTexts.recordsOf(user.name)}>
        {appUserTexts.records}
      </RecordLink>
      <RecordLink to={editUserPath(user)} label={appUserTexts.editOne(user.name)}>
        {appUserTexts.edit}
      </RecordLink>
    </>
  );
}

/** `isQuiet` where the page's head has the same action. */
function AddButtons({ isQuiet = false }: { isQuiet?: boolean }) {
  return (
    <div className={classes['addButtons']}>
      <ImportLink />
      <Button
        component={Link}
        to="/add-user"
        variant={isQuiet ? 'default' : 'filled'}
        leftSection={<IconPlus aria-hidden size={18} />}
      >
        {appUserTexts.newUserButton}
      </Button>
    </div>
  );
}
