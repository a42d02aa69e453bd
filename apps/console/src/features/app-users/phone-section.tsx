import { Button } from '@mantine/core';
import type { AppUser } from '@callpoint/contract/app-users';
import { IconDeviceMobileOff, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { ReadOnlyCard, PageSection } from '../../form/record/section.tsx';
import { OWN_SCOPE } from '../../list/scope.ts';
import { appUserTexts } from '../../texts/app-users.ts';
import classes from './app-users.module.css';
import { InstallLinkDialog } from './install-link.tsx';
import { useSignOutPhone } from './use-sign-out-phone.ts';

/** Setting up a phone, and what a team can do about a lost phone, or a phone that has a new owner. */
export function PhoneSection({ user }: { user: AppUser }) {
  const signOut = useSignOutPhone(OWN_SCOPE);
  const [isInstalling, setInstalling] = useState(false);
  return (
    <PageSection title={appUserTexts.phoneApp}>
      <ReadOnlyCard>
        <p className={classes['soft']}>{appUserTexts.phoneAppDescription}</p>
        <div className={classes['buttons']}>
          <Button
            variant="default"
            leftSection={<IconSend aria-hidden size={18} />}
            aria-haspopup="dialog"
            onClick={() => setInstalling(true)}
          >
            {appUserTexts.installLink}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDeviceMobileOff aria-hidden size={18} />}
            onClick={() => void signOut(user)}
          >
            {appUserTexts.signOutPhone}
          </Button>
        </div>
        {isInstalling && (
          <InstallLinkDialog user={user} base={OWN_SCOPE.base} onClose={() => setInstalling(false)} />
        )}
      </ReadOnlyCard>
    </PageSection>
  );
}
