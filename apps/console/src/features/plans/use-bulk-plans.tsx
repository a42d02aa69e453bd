import type { Plan } from '@callpoint/contract/plans';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { changeRows, reportChanges } from '../../net/change-rows.ts';
import { PLANS } from '../../net/query-keys.ts';
import { confirm } from '../../overlay/confirm.ts';
import { focusPageTitle } from '../../page/page-title.ts';
import { alerts } from '../../states/alerts.ts';
import type { BulkAction } from '../../table/table-types.ts';
import { planTexts } from '../../texts/plans.ts';
import { tableTexts } from '../../texts/table.ts';

/** The action that deletes the selected plans. The server rejects those that a subscriber has or is paying for, and names the subscribers. */
export function useBulkPlans(): BulkAction<Plan>[] {
  const queries = useQueryClient();
  const run = async (plans: readonly Plan[]) => {
    const [one] = plans;
    const sure = await confirm({
      title:
        one && plans.length === 1
          ? planTexts.removeQuestion(`${one.plan_name}, ${one.plan_term}`)
          : planTexts.removeManyQuestion(plans.length),
      children: planTexts.removeManyDescription,
      verb: tableTexts.deleteVerb,
      dangerIcon: <IconTrash aria-hidden size={18} />,
    });
    if (!sure) return null;
    const result = await changeRows(
      '/api/v1/bulkDelete/plan',
      plans.map(({ id }) => id),
    );
    await queries.invalidateQueries({ queryKey: PLANS });
    const names = new Map(plans.map(({ id, plan_name }) => [id, plan_name]));
    if (result.done.length > 0) focusPageTitle();
    reportChanges(alerts, result, {
      doneText: planTexts.removedMany,
      nameOf: (id) => names.get(id) ?? String(id),
    });
    return result;
  };
  return [{ label: tableTexts.deleteVerb, icon: <IconTrash aria-hidden size={16} />, danger: true, run }];
}
