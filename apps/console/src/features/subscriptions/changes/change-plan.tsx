import { Button } from '@mantine/core';
import { moneyText } from '@callpoint/contract/money';
import type { ChangeQuote } from '@callpoint/contract/subscription-changes';
import { useState } from 'react';
import { endText } from '../../../display/timestamp-text.ts';
import { getErrorMessages } from '../../../net/call-error.ts';
import { FailedRead } from '../../../states/failed-read.tsx';
import { SkeletonBar } from '../../../states/skeletons.tsx';
import { subscriptionTexts as texts } from '../../../texts/subscriptions.ts';
import { PlanField } from '../plan-field.tsx';
import { profileBase, type ProfileScope } from '../profile-scope.ts';
import { changePlan, useQuote } from './subscription-changes.api.ts';
import { usePlanChoices } from '../subscriptions.api.ts';
import classes from '../subscriptions.module.css';
import { useSubscriptionAction } from './use-subscription-action.ts';

/** Another plan: the price is shown first, and only that price is charged. */
export function ChangePlan({ id, scope }: { id: string; scope: ProfileScope }) {
  const [chosen, setChosen] = useState('');
  const plans = usePlanChoices(profileBase(scope));
  const quote = useQuote(scope, chosen);
  const { busy, problem, perform } = useSubscriptionAction();
  const [pageUrl, setPageUrl] = useState<string | null>(null);

  async function change(shown: ChangeQuote): Promise<string | false> {
    try {
      const { msg, data } = await changePlan(scope, id, chosen, shown);
      setPageUrl(data.state === 'authenticate' ? data.page_url : null);
      if (data.state === 'authenticate') return false;
      setChosen('');
      return msg;
    } catch (error) {
      // It may cost something else by now.
      void quote.refetch();
      throw error;
    }
  }

  return (
    <div className={classes['part']}>
      <h3 className={classes['subheading']}>{texts.changePlan}</h3>
      {plans.error && !plans.data ? (
        <FailedRead
          error={plans.error}
          onRetry={() => void plans.refetch()}
          retrying={plans.isFetching}
          what={texts.plansFailed}
        />
      ) : (
        <PlanField
          label={texts.newPlan}
          plans={plans.data ?? []}
          className={classes['wide'] ?? ''}
          value={chosen}
          disabled={busy}
          onChange={(event) => {
            setPageUrl(null);
            setChosen(event.currentTarget.value);
          }}
        />
      )}
      <output className={classes['quote']}>
        {quote.isFetching && <SkeletonBar height="48px" />}
        {quote.data && !quote.isFetching && <Price {...quote.data} />}
      </output>
      {quote.error && !quote.isFetching && (
        <p role="alert" className={classes['problem']}>
          {getErrorMessages(quote.error).join(' ')}
        </p>
      )}
      {quote.data && (
        <Button
          variant="default"
          loading={busy}
          disabled={quote.isFetching}
          onClick={() => perform(() => change(quote.data))}
        >
          {quote.data.due_now > 0
            ? texts.changeAndPay(amount(quote.data.due_now, quote.data))
            : texts.changePlan}
        </Button>
      )}
      <output className={classes['problem']}>{problem}</output>
      <output>
        {pageUrl !== null && (
          <>
            {texts.authenticate}{' '}
            <a href={pageUrl} target="_blank" rel="noreferrer">
              {texts.authenticateLink}
            </a>
          </>
        )}
      </output>
    </div>
  );
}

function Price(quote: ChangeQuote) {
  return (
    <>
      <strong>{texts.dueNow(amount(quote.due_now, quote))}</strong>
      {quote.credit > 0 && <span>{texts.credit(amount(quote.credit, quote))}</span>}
      <span>{texts.renewal(amount(quote.renewal, quote), endText(quote.renews_at))}</span>
    </>
  );
}

function amount(value: number, { currency }: Pick<ChangeQuote, 'currency'>): string {
  return moneyText(value, currency, navigator.language);
}
