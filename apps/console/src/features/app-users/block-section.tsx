import { Button } from '@mantine/core';
import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import type { AppUser } from '@callpoint/contract/app-users';
import { PageSection, ReadOnlyCard } from '../../form/record/section.tsx';
import { OWN_SCOPE } from '../../list/scope.ts';
import { appUserTexts } from '../../texts/app-users.ts';
import classes from './app-users.module.css';
import { useBlockUser } from './use-block-user.tsx';

/** Blocks or unblocks the user. */
export function BlockSection({ user }: { user: AppUser }) {
  const block = useBlockUser(OWN_SCOPE);
  const isBlocked = user.status === 0;
  const Icon = isBlocked ? IconCircleCheck : IconBan;
  return (
    <PageSection title={appUserTexts.access}>
      <ReadOnlyCard>
        <p className={classes['soft']}>
          {isBlocked ? appUserTexts.accessBlocked : appUserTexts.accessActive}
        </p>
        <div>
          <Button
            variant="default"
            leftSection={<Icon aria-hidden size={18} />}
            onClick={() => void block(user)}
          >
            {isBlocked ? appUserTexts.unblock : appUserTexts.block}
          </Button>
        </div>
      </ReadOnlyCard>
    </PageSection>
  );
}
