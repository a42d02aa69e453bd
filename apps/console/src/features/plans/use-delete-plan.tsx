import { useQueryClient } from '@tanstack/react-query';
import type { Plan } from '@callpoint/contract/plans';
import { TEXTS } from '@callpoint/contract/texts';
import { IconTrash } from '@tabler/icons-react';
import { alerts } from '../../states/alerts.ts';
import { confirm } from '../../overlay/confirm.ts';
import { focusPageTitle } from '../../page/page-title.ts';
import { explainFailedAction } from '../../net/call-error.ts';
import { withName } from '../../display/with-name.tsx';
import { planTexts } from '../../texts/plans.ts';
import { PLANS } from '../../net/query-keys.ts';
import { deletePlan } from './plans.api.ts';

/** Deletes a plan after a confirmation; the server rejects it if a subscriber has the plan or is paying for it, and names the subscriber. */
export function useDeletePlan(): (plan: Plan) => Promise<void> {
  const queries = useQueryClient();
  return async ({ id, plan_name, plan_term }) => {
    const sure = await confirm({
      title: withName(planTexts.removeQuestion, `${plan_name}, ${plan_term}`),
      children: planTexts.removeDescription,
      verb: planTexts.remove,
      dangerIcon: <IconTrash aria-hidden size={18} />,
    });
    if (!sure) return;
    try {
      await deletePlan(id);
    } catch (error) {
      alerts.error(explainFailedAction(error));
      return;
    }
    await queries.invalidateQueries({ queryKey: PLANS });
    focusPageTitle();
    alerts.success(TEXTS.deleted);
  };
}
