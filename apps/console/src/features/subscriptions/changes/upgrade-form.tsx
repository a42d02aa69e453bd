import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { planValue, type Plan } from '@callpoint/contract/plans';
import type { Team } from '@callpoint/contract/subscribers';
import { upgradeQuery } from '@callpoint/contract/subscriptions';
import { TEXTS } from '@callpoint/contract/texts';
import { alerts } from '../../../states/alerts.ts';
import { EmptyState } from '../../../states/empty-state.tsx';
import { FailedRead } from '../../../states/failed-read.tsx';
import { SkeletonForm } from '../../../states/skeletons.tsx';
import { schemaErrors } from '../../../form/fields/validate.ts';
import { returnToPageTitle } from '../../../page/page-title.ts';
import { useFormDraft } from '../../../form/edits/use-form-draft.ts';
import { FormCard } from '../../../form/record/form-card.tsx';
import { useForm } from '../../../form/use-form.ts';
import { subscriptionTexts } from '../../../texts/subscriptions.ts';
import { SUBSCRIBERS } from '../../../net/query-keys.ts';
import { PlanField } from '../plan-field.tsx';
import { upgradeByAdmin, usePlanChoices } from '../subscriptions.api.ts';
import classes from '../subscriptions.module.css';

const LABELS = { selectedPlan: subscriptionTexts.plan, expires_on: subscriptionTexts.expires };
const SCHEMA = upgradeQuery.pick({ selectedPlan: true, expires_on: true });

/** An administrator gives a subscriber a plan, until a day or without an end. */
export function UpgradeForm({ team }: { team: Team }) {
  const { data, error, isFetching, refetch } = usePlanChoices('/api/v1');
  if (!data && error) {
    return (
      <FailedRead
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
        what={subscriptionTexts.plansFailed}
      />
    );
  }
  if (!data) return <SkeletonForm fields={2} />;
  if (data.length === 0) return <EmptyState title={subscriptionTexts.noPlans} />;
  return <Loaded team={team} plans={data} />;
}

function Loaded({ team, plans }: { team: Team; plans: readonly Plan[] }) {
  const queries = useQueryClient();
  const isFree = team.plan === 'free';
  const current = plans.find(({ id }) => id === team.plan_id);
  const form = useForm({
    initialValues: {
      selectedPlan: current ? planValue(current) : '',
      expires_on: team.plan_obj?.slice(0, 10) ?? '',
    },
    labels: LABELS,
    validate: (values) => ({
      ...schemaErrors(SCHEMA, LABELS, values),
      ...(values.selectedPlan === '' ? { selectedPlan: subscriptionTexts.choosePlan } : {}),
    }),
    save: async (choice) => {
      await upgradeByAdmin(team.id, choice);
      form.setSaved(choice);
      alerts.success(TEXTS.updated);
      // The button disappears; the one in its place would stop the upgrade.
      if (isFree) returnToPageTitle();
      await queries.invalidateQueries({ queryKey: SUBSCRIBERS });
    },
    failed: TEXTS.failedAction,
  });
  useFormDraft(form, `upgrade ${team.id}`);
  const title = isFree ? subscriptionTexts.upgrade : subscriptionTexts.changeUpgrade;
  return (
    <FormCard
      form={form}
      buttons={
        <Button type="submit" variant={form.isDirty ? 'filled' : 'default'} loading={form.saving}>
          {title}
        </Button>
      }
    >
      <div className={classes['part']}>
        <h3 className={classes['subheading']}>{title}</h3>
        <p className={classes['soft']}>
          {isFree ? subscriptionTexts.upgradeDescription : subscriptionTexts.changeUpgradeDescription}
        </p>
      </div>
      <PlanField label={subscriptionTexts.plan} required plans={plans} {...form.field('selectedPlan')} />
      <TextInput
        label={subscriptionTexts.expiresOn}
        description={subscriptionTexts.expiresOnHelp}
        type="date"
        {...form.field('expires_on')}
      />
    </FormCard>
  );
}
