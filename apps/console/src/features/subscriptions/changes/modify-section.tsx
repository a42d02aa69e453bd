import { IconArrowUpCircle } from '@tabler/icons-react';
import type { Team } from '@callpoint/contract/subscribers';
import { Link } from '../../../links/link.ts';
import { StateBlock } from '../../../states/state-block.tsx';
import { subscriptionTexts } from '../../../texts/subscriptions.ts';
import { PaidControls } from './paid-controls.tsx';
import { SECTION_IDS, type ProfileScope } from '../profile-scope.ts';
import { CollapsibleSection } from '../../../form/record/section.tsx';
import { StopUpgrade } from './stop-upgrade.tsx';
import { UpgradeForm } from './upgrade-form.tsx';

/** The actions for a subscription, which depend on the plan and on the reader's role. */
export function ModifySection({ team, scope }: { team: Team; scope: ProfileScope }) {
  const isAdmin = scope.as === 'admin';
  return (
    <CollapsibleSection title={subscriptionTexts.modify} id={SECTION_IDS.modify}>
      {team.plan === 'paid' && <PaidControls team={team} scope={scope} />}
      {team.plan === 'upgrade_by_admin' && <StopUpgrade team={team} scope={scope} />}
      {isAdmin && team.plan !== 'paid' && <UpgradeForm key={team.plan} team={team} />}
      {!isAdmin && team.plan === 'free' && (
        <StateBlock
          icon={<IconArrowUpCircle size={22} />}
          title={subscriptionTexts.upgradeFirst}
          action={<Link to="/purchase">{subscriptionTexts.toPurchase}</Link>}
        >
          {subscriptionTexts.upgradeFirstDescription}
        </StateBlock>
      )}
    </CollapsibleSection>
  );
}
