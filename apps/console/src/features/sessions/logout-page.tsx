import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { TEXTS } from '@callpoint/contract/texts';
import { Page } from '../../page/page.tsx';
import { StateBlock } from '../../states/state-block.tsx';
import { useBusy } from '../../states/use-busy.ts';
import { sessionTexts } from '../../texts/sessions.ts';
import { logOut } from './sessions.api.ts';

/** The page reloads this long after logging out, so that nothing of the session stays in memory; milliseconds. */
const RELOAD_MS = 1_000;

/** Confirms before the session ends. */
export function Component() {
  const { busy, run } = useBusy();
  async function leave(): Promise<void> {
    // The session's screens are removed when it ends, and the login screen is shown: this page cannot do the rest.
    await logOut();
    window.setTimeout(() => window.location.reload(), RELOAD_MS);
  }
  return (
    <Page title={sessionTexts.logout} width="form">
      <StateBlock
        icon={<IconLogout size={22} />}
        title={TEXTS.confirmLogout}
        action={
          <Button loading={busy} onClick={() => void run(leave)}>
            {sessionTexts.logoutYes}
          </Button>
        }
      >
        {sessionTexts.logoutDescription}
      </StateBlock>
    </Page>
  );
}
