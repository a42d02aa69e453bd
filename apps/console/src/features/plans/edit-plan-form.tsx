import { useQueryClient } from '@tanstack/react-query';
import { updatePlanBody as updateCall, type Plan } from '@callpoint/contract/plans';
import { TEXTS } from '@callpoint/contract/texts';
import { alerts } from '../../states/alerts.ts';
import { ConflictNote } from '../../form/edits/conflict-note.tsx';
import { FormCard } from '../../form/record/form-card.tsx';
import { RecordButtons } from '../../form/record/record-buttons.tsx';
import { useEditRecord } from '../../form/record/use-edit-record.ts';
import { useLeaveGuard } from '../../form/edits/use-leave-guard.ts';
import { CallError } from '../../net/call-error.ts';
import { planTexts } from '../../texts/plans.ts';
import { PLANS } from '../../net/query-keys.ts';
import { PlanFields } from './plan-fields.tsx';
import { PLAN_FIELDS, toPlanValues, toPlanData, type PlanData, type PlanValues } from './plan-values.ts';
import { readPlan, updatePlan } from './plans.api.ts';

/** Changes one plan. */
export function EditPlanForm({ plan }: { plan: Plan }) {
  const queries = useQueryClient();
  const { form, conflict, takeTheirs } = useEditRecord<Plan, PlanValues, PlanData>({
    row: plan,
    valuesOf: toPlanValues,
    fields: PLAN_FIELDS,
    name: `plan ${plan.id}`,
    convert: toPlanData,
    schema: updateCall.shape.data,
    labels: planTexts.fields,
    update: updatePlan,
    readAgain: async () => {
      const row = await readPlan(plan.id);
      if (!row) throw new CallError('rejected', 404, [{ msg: planTexts.missing }]);
      return row;
    },
    saved: async () => {
      alerts.success(TEXTS.planUpdated);
      await queries.invalidateQueries({ queryKey: PLANS, refetchType: 'none' });
    },
    failed: TEXTS.planUpdateFailed,
  });
  useLeaveGuard(form.isDirty);
  return (
    <FormCard
      form={form}
      buttons={
        <RecordButtons
          save={planTexts.update}
          saving={form.saving}
          back={{ label: planTexts.back, to: '/plans' }}
        />
      }
    >
      <PlanFields form={form} />
      <ConflictNote
        record={plan.plan_name}
        labels={planTexts.fields}
        conflict={conflict}
        onTake={takeTheirs}
      />
    </FormCard>
  );
}
