import { IconLock } from '@tabler/icons-react';
import { Link } from '../links/link.ts';
import { feedbackTexts } from '../texts/feedback.ts';
import { StateBlock } from './state-block.tsx';

/** Shown instead of content that the signed-in person may not see. */
export function ForbiddenState() {
  return (
    <StateBlock
      icon={<IconLock size={22} />}
      title={feedbackTexts.forbidden}
      action={<Link to="/">{feedbackTexts.toYourStart}</Link>}
    >
      {feedbackTexts.forbiddenDescription}
    </StateBlock>
  );
}
