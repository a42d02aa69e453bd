import { FailedRead } from '../../../states/failed-read.tsx';
import { revenueTexts as texts } from '../../../texts/revenue.ts';
import overview from '../overview.module.css';
import { useUnpaidAccounts } from './revenue.api.ts';
import classes from './revenue.module.css';
import { UnpaidAccountItem } from './unpaid-account-item.tsx';

/** Accounts about which an administrator must decide; nothing if there are none. */
export function UnpaidSection() {
  const { data, error, isFetching, refetch } = useUnpaidAccounts();
  if (!error && (!data || data.accounts.length === 0)) return null;
  return (
    <section aria-labelledby="overview-unpaid">
      <h2 id="overview-unpaid" className={overview['heading']}>
        {texts.unpaid}
      </h2>
      {error && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={texts.unpaidFailed}
          stale={data !== undefined}
        />
      )}
      {data && (
        <>
          <p className={overview['quiet']}>
            {texts.unpaidDescription}{' '}
            {data.total > data.accounts.length && texts.oldest(data.accounts.length, data.total)}
          </p>
          <ul className={classes['accounts']}>
            {data.accounts.map((account) => (
              <UnpaidAccountItem key={account.team_id} {...account} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
