import { Button } from '@mantine/core';
import type { AppUser } from '@callpoint/contract/app-users';
import { IconDeviceMobileOff } from '@tabler/icons-react';
import { ReadOnlyCard, PageSection } from '../../form/record/section.tsx';
import { OWN_SCOPE } from '../../list/scope.ts';
import { appUserTexts } from '../../texts/app-users.ts';
import classes from './app-users.module.css';
import { useSignOutPhone } from './use-sign-out-phone.ts';

/** What a team can do about a lost phone, or a phone that has a new owner. */
export function PhoneSection({ user }: { user: AppUser }) {
  const signOut = useSignOutPhone(OWN_SCOPE);
  return (
    <PageSection title={appUserTexts.phoneApp}>
      <ReadOnlyCard>
        <p className={classes['soft']}>{appUserTexts.phoneAppDescription}</p>
        <div>
          <Button
            variant="default"
            leftSection={<IconDeviceMobileOff aria-hidden size={18} />}
            onClick={() => void signOut(user)}
          >
            {appUserTexts.signOutPhone}
          </Button>
        </div>
      </ReadOnlyCard>
    </PageSection>
  );
}
