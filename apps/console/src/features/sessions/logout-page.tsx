import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { TEXTS } from '@callpoint/contract/texts';
import { useState } from 'react';
import { Page } from '../../page/page.tsx';
import { StateBlock } from '../../states/state-block.tsx';
import { sessionTexts } from '../../texts/sessions.ts';
import { logOut } from './sessions.api.ts';

/** The page reloads so long after logging out, so that nothing of the session is left in memory; milliseconds. */
const RELOAD_MS = 1_000;

/** Asks before the session ends. */
export function Component() {
  const [busy, setBusy] = useState(false);
  async function leave(): Promise<void> {
    setBusy(true);
    // The screens of the session go when it ends, and the login screen is drawn: this page is not there to do the rest.
    await logOut();
    window.setTimeout(() => window.location.reload(), RELOAD_MS);
  }
  return (
    <Page title={sessionTexts.logout} width="form">
      <StateBlock
        icon={<IconLogout size={22} stroke={1.75} />}
        title={TEXTS.confirmLogout}
        action={
          <Button loading={busy} onClick={() => void leave()}>
            {sessionTexts.logoutYes}
          </Button>
        }
      >
        {sessionTexts.logoutMeans}
      </StateBlock>
    </Page>
  );
}
