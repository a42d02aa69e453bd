import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Plan } from '@callpoint/contract/plans';
import type { Team } from '@callpoint/contract/subscribers';
import { upgradeQuery } from '@callpoint/contract/subscriptions';
import { TEXTS } from '@callpoint/contract/texts';
import { alerts } from '../../states/alerts.ts';
import { EmptyState } from '../../states/empty-state.tsx';
import { FailedRead } from '../../states/failed-read.tsx';
import { SkeletonForm } from '../../states/skeletons.tsx';
import { LAYOUT } from '../../form/fields/field-props.ts';
import { FormCard } from '../../form/record/form-card.tsx';
import { fieldId, useRecordForm } from '../../form/record/use-record-form.ts';
import { subscriptionTexts } from '../../texts/subscriptions.ts';
import { PlanField } from './plan-field.tsx';
import { SUBSCRIBERS, upgradeByAdmin, usePlans } from './subscriptions.api.ts';
import classes from './subscriptions.module.css';

type Choice = { selectedPlan: string; expires_on: string };

const NOTHING: Choice = { selectedPlan: '', expires_on: '' };
const SCHEMA = upgradeQuery.pick({ selectedPlan: true, expires_on: true });

/** An administrator gives a subscriber a plan, until a day or for good. */
export function UpgradeForm({ team }: { team: Team }) {
  const { data, error, isFetching, refetch } = usePlans('/api/v1');
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
  const { form, saving, problems, onSubmit } = useRecordForm<Choice, Choice>({
    initialValues: NOTHING,
    name: `upgrade ${team.id}`,
    keep: (values) => values,
    convert: (values) => values,
    schema: SCHEMA,
    labels: { selectedPlan: subscriptionTexts.plan, expires_on: subscriptionTexts.expires },
    check: ({ selectedPlan }): Record<string, string> =>
      selectedPlan === '' ? { selectedPlan: subscriptionTexts.choosePlan } : {},
    save: async (choice) => {
      await upgradeByAdmin(team.id, choice);
      form.reset();
      alerts.success(TEXTS.updated);
      window.scrollTo(0, 0);
      await queries.invalidateQueries({ queryKey: SUBSCRIBERS });
    },
    failed: TEXTS.failedAction,
  });
  const title = isFree ? subscriptionTexts.upgrade : subscriptionTexts.changeUpgrade;
  return (
    <FormCard
      problems={problems}
      onSubmit={onSubmit}
      buttons={
        <Button type="submit" loading={saving}>
          {title}
        </Button>
      }
    >
      <div className={classes['part']}>
        <h3 className={classes['subheading']}>{title}</h3>
        <p className={classes['soft']}>
          {isFree ? subscriptionTexts.upgradeMeans : subscriptionTexts.changeUpgradeMeans}
        </p>
      </div>
      <PlanField
        id={fieldId('selectedPlan')}
        label={subscriptionTexts.plan}
        required
        plans={plans}
        {...form.getInputProps('selectedPlan')}
      />
      <TextInput
        {...LAYOUT}
        id={fieldId('expires_on')}
        label={subscriptionTexts.expiresOn}
        description={subscriptionTexts.expiresOnHelp}
        type="date"
        {...form.getInputProps('expires_on')}
      />
    </FormCard>
  );
}
