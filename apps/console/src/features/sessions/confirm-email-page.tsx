import { IconMailQuestion } from '@tabler/icons-react';
import { Link } from '../../links/link.ts';
import { useSession } from '../../session/session.ts';
import { sessionTexts } from '../../texts/sessions.ts';
import { LinkPage } from './link-page.tsx';
import { confirmEmail } from './links.api.ts';

/** Opens from the link that confirms a subscriber's email address. */
export function Component() {
  const isSignedIn = useSession() !== null;
  return (
    <LinkPage
      title={sessionTexts.confirmEmail}
      icon={<IconMailQuestion size={22} />}
      question={sessionTexts.confirmEmailQuestion}
      description={sessionTexts.confirmEmailDescription}
      verb={sessionTexts.confirmEmailVerb}
      call={confirmEmail}
      done={{
        title: sessionTexts.emailIsConfirmed,
        text: sessionTexts.emailIsConfirmedDescription,
        next: <Link to="/">{isSignedIn ? sessionTexts.toStart : sessionTexts.toLogin}</Link>,
      }}
      broken={{
        // Without a session the login screen comes first, and redirects here afterwards.
        next: <Link to="/my-profile">{isSignedIn ? sessionTexts.toProfile : sessionTexts.toLogin}</Link>,
      }}
    />
  );
}
