import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { AlertBox } from '../../feedback/alerts-list.tsx';
import { Page } from '../../feedback/page.tsx';
import { session } from '../../lib/session.ts';
import { EmailField, LoginAsField, PasswordField } from './fields.tsx';
import { FormCard, LinkList } from './form-card.tsx';
import { loginNotice } from './login-notice.ts';
import { logIn } from './sessions.api.ts';
import { useFormCall } from './use-form-call.ts';

const labels = { email: 'email', password: 'password', role: 'how you log in' };

/** Signing in, as a subscriber or as an administrator. */
export function Component() {
  const [address] = useSearchParams();
  const notice = loginNotice(session.ended(), address.get('why'), address.get('to'));
  const { busy, onSubmit, field } = useFormCall({
    labels,
    call: ({ email = '', password = '', role = '' }) => logIn({ email: email.trim(), password, role }),
  });
  return (
    <Page title="Log in" width="form">
      {notice && (
        <div role={notice.kind === 'error' ? 'alert' : 'status'}>
          <AlertBox kind={notice.kind} {...(notice.kind === 'error' ? { word: 'Logged out' } : {})}>
            <p>{notice.text}</p>
          </AlertBox>
        </div>
      )}
      <FormCard onSubmit={onSubmit}>
        <EmailField {...field('email')} />
        <PasswordField {...field('password')} label="Password" />
        <LoginAsField {...field('role')} />
        <Button type="submit" loading={busy}>
          Log in
        </Button>
      </FormCard>
      <LinkList>
        <Link to="/forgot">Forgot your password?</Link>
        <Link to="/register">Sign up as a new Subscriber</Link>
      </LinkList>
    </Page>
  );
}
