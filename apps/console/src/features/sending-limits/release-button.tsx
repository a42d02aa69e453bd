import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { alerts } from '../../states/alerts.ts';
import { useBusy } from '../../states/use-busy.ts';
import { confirm } from '../../overlay/confirm.ts';
import { focusPageTitle } from '../../page/page-title.ts';
import { explainFailedAction } from '../../net/call-error.ts';
import { sendingLimitTexts as texts } from '../../texts/sending-limits.ts';
import { releaseHeldMessages, SENDING_LIMITS } from './sending-limits.api.ts';

/** Sends a subscriber's messages that are held by a limit, after a confirmation. */
export function ReleaseButton({ teamId, held }: { teamId: number; held: number }) {
  const queries = useQueryClient();
  const { busy, run } = useBusy();

  async function askAndRelease(): Promise<void> {
    const confirmed = await confirm({
      title: texts.releaseAsk(held),
      children: texts.releaseDescription(held),
      verb: texts.releaseVerb,
    });
    if (confirmed) await run(release);
  }

  async function release(): Promise<void> {
    try {
      alerts.success(texts.released(await releaseHeldMessages(teamId)));
      // The message appears there, and the button disappears.
      window.scrollTo(0, 0);
      focusPageTitle();
    } catch (error) {
      alerts.error(explainFailedAction(error));
    }
    // Also after a failure: what the page shows may be out of date.
    await queries.invalidateQueries({ queryKey: SENDING_LIMITS });
  }

  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconSend aria-hidden size={18} />}
      onClick={() => void askAndRelease()}
    >
      {texts.release(held)}
    </Button>
  );
}
