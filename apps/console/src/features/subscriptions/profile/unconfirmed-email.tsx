import { IconMailExclamation, IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { CallButton } from '../../../form/fields/call-button.tsx';
import { pageConfig } from '../../../net/current-page-config.ts';
import { subscriptionTexts } from '../../../texts/subscriptions.ts';
import { SUBSCRIBERS } from '../../../net/query-keys.ts';
import { resendConfirmation } from './account.api.ts';
import classes from '../subscriptions.module.css';

const sendsEmail = !pageConfig.unconfigured.includes('email');
const OWN = sendsEmail ? subscriptionTexts.emailNotConfirmedOwn : subscriptionTexts.emailNotSent;

/** Below an unconfirmed email address. Only the subscriber itself can have the link sent again. */
export function UnconfirmedEmail({ isOwn }: { isOwn: boolean }) {
  const queries = useQueryClient();

  async function resend(): Promise<string> {
    try {
      return await resendConfirmation();
    } finally {
      // Also after a rejection: the address may be confirmed by now.
      await queries.invalidateQueries({ queryKey: SUBSCRIBERS });
    }
  }

  return (
    <div className={classes['unconfirmed']}>
      <IconMailExclamation aria-hidden size={20} className={classes['unconfirmedIcon']} />
      <div className={classes['unconfirmedText']}>
        <p>
          <strong>{subscriptionTexts.emailNotConfirmed}</strong>{' '}
          {isOwn ? OWN : subscriptionTexts.emailNotConfirmedTheirs}
        </p>
        {isOwn && sendsEmail && (
          <CallButton icon={<IconSend aria-hidden size={18} />} onCall={resend}>
            {subscriptionTexts.resendEmail}
          </CallButton>
        )}
      </div>
    </div>
  );
}
