import type { Plan } from '@callpoint/contract/plans';
import { IconReceiptOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from '../../links/location.ts';
import { Link } from '../../links/link.ts';
import { FailedRead } from '../../states/failed-read.tsx';
import { Page } from '../../page/page.tsx';
import { SkeletonForm } from '../../states/skeletons.tsx';
import { StateBlock } from '../../states/state-block.tsx';
import { planTexts } from '../../texts/plans.ts';
import { EditPlanForm } from './edit-plan-form.tsx';
import { PlanHistory } from './plan-history.tsx';
import { usePlan } from './plans.api.ts';

/** The form for one plan, or why there is none. */
export function Component() {
  const { planId = '' } = useParams();
  return (
    <Page
      title={planTexts.update}
      description={planTexts.updateDescription}
      parent={{ label: planTexts.title, to: '/plans' }}
      width="form"
    >
      {/^\d{1,9}$/.test(planId) ? <Loaded id={Number(planId)} /> : <Missing />}
    </Page>
  );
}

function Loaded({ id }: { id: number }) {
  const { data: plan, error, isFetching, refetch } = usePlan(id);
  if (plan) return <Form plan={plan} />;
  if (plan === null) return <Missing />;
  if (error) {
    const retry = () => void refetch();
    return <FailedRead error={error} onRetry={retry} retrying={isFetching} what={planTexts.oneReadFailed} />;
  }
  return <SkeletonForm fields={5} />;
}

function Form({ plan }: { plan: Plan }) {
  const [restored, setRestored] = useState(0);
  return (
    <>
      <EditPlanForm key={`${plan.id} ${restored}`} plan={plan} />
      <PlanHistory plan={plan} onRestored={() => setRestored((count) => count + 1)} />
    </>
  );
}

function Missing() {
  return (
    <StateBlock
      icon={<IconReceiptOff size={22} />}
      title={planTexts.missing}
      action={<Link to="/plans">{planTexts.toPlans}</Link>}
    />
  );
}
