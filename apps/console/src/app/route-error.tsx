import { Button } from '@mantine/core';
import { IconCloudOff, IconMoodConfuzed, IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { StateBlock } from '../feedback/state-block.tsx';
import { Page } from '../feedback/page.tsx';
import { useConnection } from '../lib/connection.ts';
import { isMissingCode } from './missing-code.ts';

/** In the place of a page that broke: what happened in plain words, and the way out. */
export function RouteError() {
  const error = useRouteError();
  const offline = useConnection() === 'offline';
  const missingCode = isMissingCode(error);

  useEffect(() => {
    if (!missingCode) console.error(error);
  }, [error, missingCode]);

  if (!missingCode) {
    return (
      <Page title="Something went wrong">
        <StateBlock
          icon={<IconMoodConfuzed size={22} stroke={1.75} />}
          title="This page has stopped working"
          action={<Reload />}
        >
          What was saved before is safe. Reload the page to go on; if it happens again, tell us what you did
          last.
        </StateBlock>
      </Page>
    );
  }
  return (
    <Page title="This page could not be loaded">
      <StateBlock
        icon={<IconCloudOff size={22} stroke={1.75} />}
        title={offline ? 'You are offline' : 'Callpoint may have been updated'}
        action={<Reload />}
      >
        {offline
          ? 'Reload the page when you have a connection again.'
          : 'The page’s code is no longer where it was, or the server can’t be reached. Reload to get the current one.'}
      </StateBlock>
    </Page>
  );
}

function Reload() {
  return (
    <>
      <Button
        leftSection={<IconRefresh aria-hidden size={18} stroke={1.75} />}
        onClick={() => window.location.reload()}
      >
        Reload
      </Button>
      <Button component="a" href="/app/" variant="default">
        Go to the start page
      </Button>
    </>
  );
}
