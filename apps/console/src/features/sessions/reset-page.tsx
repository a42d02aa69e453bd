import { Button } from '@mantine/core';
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { alerts } from '../../feedback/alerts.ts';
import { Page } from '../../feedback/page.tsx';
import { StateBlock } from '../../feedback/state-block.tsx';
import { PasswordField } from './fields.tsx';
import { FormCard, LinkList } from './form-card.tsx';
import { resetPassword } from './sessions.api.ts';
import { useFormCall } from './use-form-call.ts';

const labels = { password: 'new password', re_password: 'new password once more' };

/** Setting a new password with the link of a mail. */
export function Component() {
  const token = useTokenOnce();
  const [done, setDone] = useState(false);
  const { busy, onSubmit, field } = useFormCall({
    labels,
    call: async ({ password = '', re_password = '' }) => {
      const { msg } = await resetPassword({ token, password, re_password });
      alerts.success(msg);
      window.scrollTo(0, 0);
      setDone(true);
    },
  });

  if (done) {
    return (
      <Page title="Choose a new password" width="form">
        <StateBlock
          icon={<IconCircleCheck size={22} stroke={1.75} />}
          title="Your new password is set"
          action={<Link to="/login">Log in with it</Link>}
        >
          Wherever you were logged in before, you are logged out now.
        </StateBlock>
      </Page>
    );
  }
  if (token === '') {
    return (
      <Page title="Choose a new password" width="form">
        <StateBlock
          icon={<IconLinkOff size={22} stroke={1.75} />}
          title="This link is not complete"
          action={<Link to="/forgot">Ask for a new link</Link>}
        >
          Open the link in the e-mail once more. It works once, for 30 minutes.
        </StateBlock>
      </Page>
    );
  }
  return (
    <Page title="Choose a new password" width="form">
      <FormCard onSubmit={onSubmit}>
        <PasswordField {...field('password')} label="Password" isNew description="8 characters or more." />
        <PasswordField {...field('re_password')} label="Confirm password" isNew />
        <Button type="submit" loading={busy}>
          Set the new password
        </Button>
      </FormCard>
      <LinkList>
        <Link to="/forgot">Ask for a new link</Link>
        <Link to="/login">Back to log in</Link>
      </LinkList>
    </Page>
  );
}

/** The link's token, taken out of the address bar at once: it must not stay in the history or be sent as a referrer. */
function useTokenOnce(): string {
  const [address] = useSearchParams();
  const [token] = useState(() => address.get('token') ?? '');
  useEffect(() => {
    if (token !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [token]);
  return token;
}
