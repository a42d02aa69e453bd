import { Button } from '@mantine/core';
import { IconCloudOff, IconMoodConfuzed, IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { BASE } from '../links/base.ts';
import { StateBlock } from '../states/state-block.tsx';
import { Page } from '../page/page.tsx';
import { connection, useConnection } from '../net/connection.ts';
import { pageErrorTexts } from '../texts/page-errors.ts';
import { isMissingCode } from './missing-code.ts';

/** Shown instead of a page that crashed: the cause in plain text, and what to do. */
export function RouteError({ error }: { error: unknown }) {
  const state = useConnection();
  const missingCode = isMissingCode(error);

  useEffect(() => {
    if (!missingCode) {
      console.error(error);
      return undefined;
    }
    let isShown = true;
    // Again as soon as the server responds, if it does not now.
    const reloadLater = async () => {
      if (!(await connection.whenResponding()) && isShown) window.location.reload();
    };
    void reloadLater();
    return () => {
      isShown = false;
    };
  }, [error, missingCode]);

  if (!missingCode) {
    return (
      <Page title={pageErrorTexts.wrong}>
        <StateBlock icon={<IconMoodConfuzed size={22} />} title={pageErrorTexts.stopped} action={<Reload />}>
          {pageErrorTexts.stoppedDescription} <a href={`${BASE}/contact`}>{pageErrorTexts.askUs}</a>
        </StateBlock>
      </Page>
    );
  }
  const reason = state === 'offline' || state === 'unreachable' ? state : null;
  return (
    <Page title={pageErrorTexts.notLoaded}>
      <StateBlock
        icon={<IconCloudOff size={22} />}
        title={pageErrorTexts[reason ?? 'updated']}
        action={<Reload />}
      >
        {reason ? pageErrorTexts.opensLater : pageErrorTexts.updatedDescription}
      </StateBlock>
    </Page>
  );
}

function Reload() {
  return (
    <>
      <Button leftSection={<IconRefresh aria-hidden size={18} />} onClick={() => window.location.reload()}>
        {pageErrorTexts.reload}
      </Button>
      <Button component="a" href={`${BASE}/`} variant="default">
        {pageErrorTexts.toStart}
      </Button>
    </>
  );
}
