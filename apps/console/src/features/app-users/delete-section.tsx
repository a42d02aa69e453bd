import { Button } from '@mantine/core';
import type { AppUser } from '@callpoint/contract/app-users';
import { IconTrash } from '@tabler/icons-react';
import { PageSection, ReadOnlyCard } from '../../form/record/section.tsx';
import { navigate } from '../../links/navigation.ts';
import { OWN_SCOPE } from '../../list/scope.ts';
import { appUserTexts } from '../../texts/app-users.ts';
import classes from './app-users.module.css';
import { useDeleteUser } from './use-delete-user.tsx';

/** Deleting a user who has left the company. */
export function DeleteSection({ user }: { user: AppUser }) {
  const remove = useDeleteUser(OWN_SCOPE, () => navigate('/users', { replace: true }));
  return (
    <PageSection title={appUserTexts.deleteSection}>
      <ReadOnlyCard>
        <p className={classes['soft']}>{appUserTexts.deleteSectionDescription}</p>
        <div>
          <Button
            variant="default"
            leftSection={<IconTrash aria-hidden size={18} />}
            onClick={() => void remove(user)}
          >
            {appUserTexts.deleteUser}
          </Button>
        </div>
      </ReadOnlyCard>
    </PageSection>
  );
}
