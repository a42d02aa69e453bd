import type { PlanCount, Revenue } from '@callpoint/contract/revenue';
import { dayAndTime, timestampText } from '../../../display/timestamp-text.ts';
import { FailedRead } from '../../../states/failed-read.tsx';
import { SubscriberLink } from '../../../display/subscriber-link.tsx';
import { SkeletonBar } from '../../../states/skeletons.tsx';
import { revenueTexts as texts } from '../../../texts/revenue.ts';
import overview from '../overview.module.css';
import { priceText, sumText } from './price.ts';
import { useRevenue } from './revenue.api.ts';
import classes from './revenue.module.css';

/** Recurring revenue, failed payments, trials that are ending, and subscribers by plan. */
export function RevenueSection() {
  const { data, error, isFetching, refetch } = useRevenue();
  return (
    <section aria-labelledby="overview-revenue">
      <header className={overview['head']}>
        <h2 id="overview-revenue" className={overview['heading']}>
          {texts.title}
        </h2>
        <p className={overview['quiet']}>{texts.description}</p>
      </header>
      {error && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={texts.readFailed}
          stale={data !== undefined}
        />
      )}
      {!data && !error && <SkeletonBar height="96px" />}
      {data && <RevenueFigures {...data} />}
    </section>
  );
}

function RevenueFigures({ monthly, failed, trials, plans }: Revenue) {
  const paying = monthly.reduce((sum, { total }) => sum + total, 0);
  return (
    <div className={classes['parts']}>
      <dl className={classes['figures']}>
        <div>
          <dt>{texts.monthly}</dt>
          <dd className={classes['value']}>{sumText(monthly)}</dd>
          <dd>{texts.subscriptions(paying)}</dd>
        </div>
        <div>
          <dt>{texts.failed}</dt>
          <dd className={classes['value']}>{texts.number(failed.total)}</dd>
          <dd>{failed.total > 0 && sumText(failed.amounts)}</dd>
        </div>
        <div>
          <dt>{texts.trials}</dt>
          <dd className={classes['value']}>{texts.number(trials.total)}</dd>
        </div>
      </dl>
      {failed.oldest.length > 0 && <FailedTable {...failed} />}
      {trials.next.length > 0 && <TrialsTable {...trials} />}
      <PlansTable plans={plans} />
    </div>
  );
}

function FailedTable({ total, oldest }: Revenue['failed']) {
  return (
    <div>
      <h3 id="overview-failed-payments">{texts.failed}</h3>
      {total > oldest.length && <p className={overview['quiet']}>{texts.longest(oldest.length, total)}</p>}
      <table className={overview['table']} aria-labelledby="overview-failed-payments">
        <thead>
          <tr>
            <th scope="col">{texts.subscriber}</th>
            <th scope="col">{texts.since}</th>
            <th scope="col">{texts.pausedFrom}</th>
            <th scope="col" data-numeric>
              {texts.price}
            </th>
          </tr>
        </thead>
        <tbody>
          {oldest.map(({ since, paused_from, ...account }) => (
            <tr key={account.team_id}>
              <SubscriberCell {...account} />
              <td>
                <Day at={since} />
              </td>
              <td>
                <Day at={paused_from} />
              </td>
              <td data-numeric>{priceText(account)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TrialsTable({ total, next }: Revenue['trials']) {
  return (
    <div>
      <h3 id="overview-trials">{texts.trials}</h3>
      {total > next.length && <p className={overview['quiet']}>{texts.next(next.length, total)}</p>}
      <table className={overview['table']} aria-labelledby="overview-trials">
        <thead>
          <tr>
            <th scope="col">{texts.subscriber}</th>
            <th scope="col">{texts.endsAt}</th>
            <th scope="col" data-numeric>
              {texts.price}
            </th>
          </tr>
        </thead>
        <tbody>
          {next.map(({ ends_at, ...account }) => (
            <tr key={account.team_id}>
              <SubscriberCell {...account} />
              <td>
                <Day at={ends_at} />
              </td>
              <td data-numeric>{priceText(account)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={timestampText(at)}>
      {dayAndTime(at).day}
    </time>
  );
}

function SubscriberCell(subscriber: { team_id: number; account_name: string }) {
  return (
    <th scope="row" className={overview['subscriber']}>
      <SubscriberLink id={subscriber.team_id} name={subscriber.account_name} />
    </th>
  );
}

function PlansTable({ plans }: { plans: readonly PlanCount[] }) {
  if (plans.length === 0) return null;
  return (
    <div>
      <h3 id="overview-plans">{texts.plans}</h3>
      <table className={overview['table']} aria-labelledby="overview-plans">
        <thead>
          <tr>
            <th scope="col">{texts.plan}</th>
            <th scope="col">{texts.state}</th>
            <th scope="col" data-numeric>
              {texts.subscribers}
            </th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={`${plan.kind} ${plan.plan_name} ${plan.plan_term} ${plan.status}`}>
              <th scope="row">{planText(plan)}</th>
              <td>{plan.status === null ? texts.noState : (texts.states[plan.status] ?? plan.status)}</td>
              <td data-numeric>{texts.number(plan.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function planText({ kind, plan_name, plan_term }: PlanCount): string {
  if (kind === 'free') return texts.kinds.free;
  if (plan_name === null) return kind === 'paid' ? texts.unlisted : texts.kinds[kind];
  const plan = [plan_name, plan_term].filter(Boolean).join(', ');
  return kind === 'paid' ? plan : `${plan} (${texts.kinds[kind]})`;
}
