import { IconCreditCardOff } from '@tabler/icons-react';
import { Link } from '../../../links/link.ts';
import { StateBlock } from '../../../states/state-block.tsx';
import { purchaseTexts } from '../../../texts/purchase.ts';

type AlreadyPaidProps = {
  /** The plan that is paid; null if it is not known. */
  plan: string | null;
  /** The person pressed Pay and was not charged. */
  isAttempted: boolean;
};

/** Shown instead of the form: the subscriber pays for a plan. */
export function AlreadyPaid({ plan, isAttempted }: AlreadyPaidProps) {
  return (
    <StateBlock
      icon={<IconCreditCardOff size={22} />}
      title={purchaseTexts.alreadyPaid}
      action={<Link to="/my-profile">{purchaseTexts.toProfile}</Link>}
    >
      {plan !== null && <p>{purchaseTexts.paidPlan(plan)}</p>}
      {isAttempted && <p>{purchaseTexts.notChargedNow}</p>}
      <p>{purchaseTexts.alreadyPaidDescription}</p>
    </StateBlock>
  );
}
