import { useQueryClient } from '@tanstack/react-query';
import { FailedRead } from '../../states/failed-read.tsx';
import { Page } from '../../page/page.tsx';
import { SkeletonForm } from '../../states/skeletons.tsx';
import { PasswordSection } from '../../form/record/password-section.tsx';
import { PageSection } from '../../form/record/section.tsx';
import { accountTexts as texts } from '../../texts/account.ts';
import { passwordTexts } from '../../texts/password.ts';
import { AdminAccountForm } from './admin-account-form.tsx';
import { ACCOUNT_QUERY, changeAdminPassword, useAccount } from './account.api.ts';

/** The signed-in administrator's own account. */
export function Component() {
  const queries = useQueryClient();
  const { data: account, error, isFetching, refetch } = useAccount();
  return (
    <Page title={texts.title} description={texts.description} width="form">
      {error && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={texts.readFailed}
          stale={account !== undefined}
        />
      )}
      {!account && !error && <SkeletonForm fields={5} />}
      {account && (
        <>
          <PageSection title={texts.details}>
            <AdminAccountForm key={account.id} account={account} />
          </PageSection>
          <PasswordSection
            effect={passwordTexts.endsOwnSessions}
            save={async (password) => {
              await changeAdminPassword(password);
              await queries.invalidateQueries({ queryKey: ACCOUNT_QUERY });
            }}
          />
        </>
      )}
    </Page>
  );
}
