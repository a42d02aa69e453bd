import { useQueryClient } from '@tanstack/react-query';
import { IconBan } from '@tabler/icons-react';
import type { Team } from '@callpoint/contract/subscribers';
import { alerts } from '../../states/alerts.ts';
import { confirm } from '../../overlay/confirm.ts';
import { explainFailedAction } from '../../net/call-error.ts';
import { isStale } from '../../net/optimistic-save.ts';
import { withName } from '../../display/with-name.tsx';
import { subscriberTexts, type UserCount } from '../../texts/subscribers.ts';
import { feedbackTexts } from '../../texts/feedback.ts';
import { conflictTexts } from '../../texts/conflicts.ts';
import { SUBSCRIBERS } from '../../net/query-keys.ts';
import { countActiveUsers, setStatus } from './subscribers.api.ts';

/**
 * Blocks an active subscriber or unblocks a blocked one, after a confirmation that names the effect. The message offers
 * to undo it.
 */
export function useBlockSubscriber(): (team: Team) => Promise<void> {
  const queries = useQueryClient();
  const change = async (
    team: Pick<Team, 'id' | 'account_name' | 'updated_at'>,
    status: 0 | 1,
    isUndo: boolean,
  ) => {
    try {
      const updated_at = await setStatus(team, status);
      const undo = () => void change({ ...team, updated_at }, status === 0 ? 1 : 0, true);
      alerts.success(
        (status === 0 ? subscriberTexts.isNowBlocked : subscriberTexts.isNowUnblocked)(team.account_name),
        isUndo ? undefined : { label: feedbackTexts.undo, onSelect: undo },
      );
    } catch (error) {
      alerts.error(isStale(error) ? conflictTexts.lookAgain(team.account_name) : explainFailedAction(error));
    }
    // Also after a failure: the row may be out of date.
    await queries.invalidateQueries({ queryKey: SUBSCRIBERS });
  };
  return async (team) => {
    const blocking = team.status === 1;
    const users = await countActiveUsers(team.id);
    if (await confirmAction(team, blocking, users)) await change(team, blocking ? 0 : 1, false);
  };
}

function confirmAction({ account_name }: Team, blocking: boolean, users: UserCount): Promise<boolean> {
  if (blocking) {
    return confirm({
      title: withName(subscriberTexts.blockQuestion, account_name),
      children: withName((account) => subscriberTexts.blockDescription(account, users), account_name),
      verb: subscriberTexts.block,
      dangerIcon: <IconBan aria-hidden size={18} />,
    });
  }
  return confirm({
    title: withName(subscriberTexts.unblockQuestion, account_name),
    children: withName((account) => subscriberTexts.unblockDescription(account, users), account_name),
    verb: subscriberTexts.unblock,
  });
}
