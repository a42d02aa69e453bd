import { useQueryClient } from '@tanstack/react-query';
import { createPlan as createCall } from '@callpoint/contract/plans';
import { TEXTS } from '@callpoint/contract/texts';
import { useNavigate } from 'react-router';
import { alerts } from '../../states/alerts.ts';
import { Page } from '../../page/page.tsx';
import { FormCard } from '../../form/record/form-card.tsx';
import { RecordButtons } from '../../form/record/record-buttons.tsx';
import { useLeaveGuard } from '../../form/edits/use-leave-guard.ts';
import { useRecordForm } from '../../form/record/use-record-form.ts';
import { planTexts } from '../../texts/plans.ts';
import { PlanFields } from './plan-fields.tsx';
import { EMPTY_PLAN, toPlanData, type PlanData, type PlanValues } from './plan-values.ts';
import { createPlan, PLANS } from './plans.api.ts';

/** Makes a plan. */
export function Component() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { form, saving, problems, onSubmit } = useRecordForm<PlanValues, PlanData>({
    initialValues: EMPTY_PLAN,
    name: 'plan new',
    keep: (values) => values,
    convert: toPlanData,
    schema: createCall.shape.data,
    labels: planTexts.fields,
    save: async (data) => {
      await createPlan(data);
      await queries.invalidateQueries({ queryKey: PLANS });
      alerts.success(TEXTS.planCreated);
      leave(() => void navigate('/plans'));
    },
    failed: TEXTS.planCreateFailed,
  });
  const leave = useLeaveGuard(form.isDirty());
  return (
    <Page
      title={planTexts.newPlan}
      description={planTexts.newMeans}
      parent={{ label: planTexts.title, to: '/plans' }}
      width="form"
    >
      <FormCard
        problems={problems}
        onSubmit={onSubmit}
        buttons={
          <RecordButtons
            save={planTexts.create}
            saving={saving}
            back={{ label: planTexts.cancel, to: '/plans' }}
          />
        }
      >
        <PlanFields form={form} />
      </FormCard>
    </Page>
  );
}
