import { Button } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { FREE_MAX_USERS, type Team } from '@callpoint/contract/subscribers';
import { alerts } from '../../../states/alerts.ts';
import { useBusy } from '../../../states/use-busy.ts';
import { confirm } from '../../../overlay/confirm.ts';
import { returnToPageTitle } from '../../../page/page-title.ts';
import { explainFailedAction } from '../../../net/call-error.ts';
import { subscriptionTexts } from '../../../texts/subscriptions.ts';
import type { ProfileScope } from '../profile-scope.ts';
import { ReadOnlyCard } from '../../../form/record/section.tsx';
import { SUBSCRIBERS } from '../../../net/query-keys.ts';
import { convertToFree } from '../subscriptions.api.ts';
import classes from '../subscriptions.module.css';

/** Ends an administrator's upgrade, after a confirmation. */
export function StopUpgrade({ team, scope }: { team: Team; scope: ProfileScope }) {
  const queries = useQueryClient();
  const { busy, run } = useBusy();

  async function askAndStop(): Promise<void> {
    const sure = await confirm({
      title: subscriptionTexts.stopUpgradeAsk,
      children: subscriptionTexts.stopUpgradeDetail(team.max_users, FREE_MAX_USERS, team.used_users),
      verb: subscriptionTexts.stopUpgrade,
      dangerIcon: <IconPlayerStop aria-hidden size={18} />,
    });
    if (sure) await run(stop);
  }

  async function stop(): Promise<void> {
    try {
      alerts.success(await convertToFree(scope));
      // The message appears there, and the button disappears.
      returnToPageTitle();
    } catch (error) {
      alerts.error(explainFailedAction(error));
    }
    // Also after a failure: the page may be out of date.
    await queries.invalidateQueries({ queryKey: SUBSCRIBERS });
  }

  return (
    <ReadOnlyCard>
      <div className={classes['part']}>
        <h3 className={classes['subheading']}>{subscriptionTexts.stopUpgrade}</h3>
        <p className={classes['soft']}>{subscriptionTexts.stopUpgradeDescription}</p>
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconPlayerStop aria-hidden size={18} />}
          onClick={() => void askAndStop()}
        >
          {subscriptionTexts.stopUpgrade}
        </Button>
      </div>
    </ReadOnlyCard>
  );
}
