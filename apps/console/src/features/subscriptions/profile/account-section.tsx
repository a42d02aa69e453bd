import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import type { Team } from '@callpoint/contract/subscribers';
import { subscriptionInfo } from '../../../texts/subscription-info.ts';
import { subscriptionTexts } from '../../../texts/subscriptions.ts';
import { endText } from '../../../display/timestamp-text.ts';
import { AccountForm } from './account-form.tsx';
import { SECTION_IDS, type ProfileScope } from '../profile-scope.ts';
import { ReadOnlyCard, DescriptionGrid, CollapsibleSection } from '../../../form/record/section.tsx';
import classes from '../subscriptions.module.css';

/** The subscriber's account, and how much of its plan it uses. */
export function AccountSection({ team, scope }: { team: Team; scope: ProfileScope }) {
  return (
    <CollapsibleSection
      title={subscriptionTexts.account}
      id={SECTION_IDS.account}
      summary={team.account_name}
    >
      <ReadOnlyCard>
        <DescriptionGrid
          facts={[
            [subscriptionTexts.accountNumber, team.id],
            [subscriptionTexts.plan, subscriptionInfo(team, endText)],
            [subscriptionTexts.maxUsers, team.max_users],
            [subscriptionTexts.usedUsers, team.used_users],
            ...(scope.as === 'admin'
              ? [[subscriptionTexts.status, <Status key="status" status={team.status} />] as const]
              : []),
          ]}
        />
      </ReadOnlyCard>
      <AccountForm key={team.id} team={team} scope={scope} />
    </CollapsibleSection>
  );
}

function Status({ status }: Pick<Team, 'status'>) {
  const Icon = status === 1 ? IconCircleCheck : IconBan;
  return (
    <span className={classes['status']} data-blocked={status === 0 || undefined}>
      <Icon aria-hidden size={18} />
      {status === 1 ? subscriptionTexts.active : subscriptionTexts.blocked}
    </span>
  );
}
