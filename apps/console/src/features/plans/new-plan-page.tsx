import { useQueryClient } from '@tanstack/react-query';
import { createPlanBody as createCall } from '@callpoint/contract/plans';
import { TEXTS } from '@callpoint/contract/texts';
import { formTexts } from '../../texts/form.ts';
import { useIdempotencyKey } from '../../net/use-idempotency-key.ts';
import { navigate } from '../../links/navigation.ts';
import { alerts } from '../../states/alerts.ts';
import { Page } from '../../page/page.tsx';
import { schemaErrors } from '../../form/fields/validate.ts';
import { useFormDraft } from '../../form/edits/use-form-draft.ts';
import { FormCard } from '../../form/record/form-card.tsx';
import { RecordButtons } from '../../form/record/record-buttons.tsx';
import { useLeaveGuard } from '../../form/edits/use-leave-guard.ts';
import { useForm } from '../../form/use-form.ts';
import { planTexts } from '../../texts/plans.ts';
import { PLANS } from '../../net/query-keys.ts';
import { PlanFields } from './plan-fields.tsx';
import { EMPTY_PLAN, toPlanData } from './plan-values.ts';
import { createPlan } from './plans.api.ts';

/** Creates a plan. */
export function Component() {
  const queries = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  const form = useForm({
    initialValues: EMPTY_PLAN,
    validate: (values) => schemaErrors(createCall.shape.data, planTexts.fields, toPlanData(values)),
    labels: planTexts.fields,
    save: async (values) => {
      const { id, repeated } = await createPlan(toPlanData(values), idempotencyKey);
      await queries.invalidateQueries({ queryKey: PLANS });
      alerts.success(repeated ? [TEXTS.planCreated, formTexts.savedBefore] : TEXTS.planCreated);
      // A row that an earlier attempt created is not where the person expects it.
      leave(() => void navigate(repeated ? `/plan/edit/${id}` : '/plans'));
    },
    failed: TEXTS.planCreateFailed,
  });
  useFormDraft(form, 'plan new');
  const leave = useLeaveGuard(form.isDirty);
  return (
    <Page
      title={planTexts.newPlan}
      description={planTexts.newDescription}
      parent={{ label: planTexts.title, to: '/plans' }}
      width="form"
    >
      <FormCard
        form={form}
        buttons={
          <RecordButtons
            save={planTexts.create}
            saving={form.saving}
            back={{ label: planTexts.cancel, to: '/plans' }}
          />
        }
      >
        <PlanFields form={form} />
      </FormCard>
    </Page>
  );
}
