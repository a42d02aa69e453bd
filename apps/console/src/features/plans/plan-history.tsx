import { useQueryClient } from '@tanstack/react-query';
import type { Plan } from '@callpoint/contract/plans';
import { TEXTS } from '@callpoint/contract/texts';
import { HistoryButton } from '../../form/history/history-button.tsx';
import type { HistoryField } from '../../form/history/history-of.ts';
import { PLANS } from '../../net/query-keys.ts';
import { isStale } from '../../net/optimistic-save.ts';
import { alerts } from '../../states/alerts.ts';
import { planTexts } from '../../texts/plans.ts';
import { numberFormat } from '../../texts/formats.ts';
import { PLAN_FIELDS } from './plan-values.ts';
import { updatePlan } from './plans.api.ts';

const dollars = numberFormat({ style: 'currency', currency: 'USD' });

/** Earlier values of a plan's fields. `onRestored` is called when the restored plan is read. */
export function PlanHistory({ plan, onRestored }: { plan: Plan; onRestored: () => void }) {
  const queries = useQueryClient();
  const readAgain = () => queries.invalidateQueries({ queryKey: PLANS });

  async function restore({ column }: HistoryField, value: string): Promise<'saved' | 'changed'> {
    const isNumber = typeof plan[column as keyof Plan] === 'number';
    try {
      await updatePlan(plan, { [column]: isNumber ? Number(value) : value });
    } catch (error) {
      if (!isStale(error)) throw error;
      await readAgain();
      return 'changed';
    }
    alerts.success(TEXTS.planUpdated);
    await readAgain();
    onRestored();
    return 'saved';
  }

  return (
    <div>
      <HistoryButton
        title={plan.plan_name}
        base="/api/v1"
        subject="plan"
        fields={PLAN_FIELDS.map((column) => ({
          id: plan.id,
          column,
          label: planTexts.fields[column],
          kind: 'value',
          saved: String(plan[column]),
          ...(column === 'plan_cost' ? { show: (value: string) => dollars(Number(value)) } : {}),
        }))}
        onRestore={restore}
      />
    </div>
  );
}
