import { IconLockOpen } from '@tabler/icons-react';
import { Link } from '../../links/link.ts';
import { sessionTexts } from '../../texts/sessions.ts';
import { LinkPage } from './link-page.tsx';
import { unlockSignIn } from './links.api.ts';

/** Opens from the link that allows logging in from this network again, after too many failed attempts. */
export function Component() {
  return (
    <LinkPage
      title={sessionTexts.unlock}
      icon={<IconLockOpen size={22} />}
      question={sessionTexts.unlockQuestion}
      description={sessionTexts.unlockDescription}
      verb={sessionTexts.unlockVerb}
      call={unlockSignIn}
      done={{
        title: sessionTexts.isUnlocked,
        text: sessionTexts.isUnlockedDescription,
        next: <Link to="/login">{sessionTexts.toLogin}</Link>,
      }}
      broken={{
        hint: sessionTexts.unlockInstead,
        next: <Link to="/forgot">{sessionTexts.resetInstead}</Link>,
      }}
    />
  );
}
