import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { alerts } from '../../states/alerts.ts';
import { confirm } from '../../overlay/confirm.ts';
import { focusPageTitle } from '../../page/page-title.ts';
import { getErrorMessages } from '../../net/call-error.ts';
import { sendingLimitTexts as texts } from '../../texts/sending-limits.ts';
import { releaseHeldMessages, SENDING_LIMITS } from './sending-limits.api.ts';

/** Sends a subscriber's messages that are held by a limit, after a confirmation. */
export function ReleaseButton({ teamId, held }: { teamId: number; held: number }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function release(): Promise<void> {
    const confirmed = await confirm({
      title: texts.releaseAsk(held),
      children: texts.releaseDescription(held),
      verb: texts.releaseVerb,
    });
    if (!confirmed) return;
    setBusy(true);
    try {
      alerts.success(texts.released(await releaseHeldMessages(teamId)));
      // The message appears there, and the button disappears.
      window.scrollTo(0, 0);
      focusPageTitle();
    } catch (error) {
      alerts.error(getErrorMessages(error));
    }
    // Also after a failure: what the page shows may be out of date.
    await queries.invalidateQueries({ queryKey: SENDING_LIMITS });
    setBusy(false);
  }

  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconSend aria-hidden size={18} stroke={1.75} />}
      onClick={() => void release()}
    >
      {texts.release(held)}
    </Button>
  );
}
