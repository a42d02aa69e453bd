import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { Link } from '../../links/link.ts';
import { AlertBox } from '../../states/alerts-list.tsx';
import { useForm } from '../../form/use-form.ts';
import { Page } from '../../page/page.tsx';
import { session } from '../../session/session.ts';
import { loginTexts } from '../../texts/login.ts';
import { pageConfig } from '../../net/current-page-config.ts';
import { EmailField, LoginAsField, PasswordField } from './fields.tsx';
import { validateFields } from './field-messages.ts';
import { SignedOutForm, LinkList } from './signed-out-form.tsx';
import { loginNotice } from './login-notice.ts';
import { logIn } from './sessions.api.ts';

/** Signing in, as a subscriber or as an administrator. */
export function Component() {
  const [address] = useSearchParams();
  const notice = loginNotice(session.ended(), address.get('why'), address.get('to'));
  const form = useForm({
    initialValues: { email: '', password: '', role: '' },
    labels: loginTexts.named,
    validate: validateFields(loginTexts.named),
    save: ({ email, password, role }) =>
      logIn({ email: email.trim(), password, role: role === 'admin' ? 'admin' : 'team' }),
    messagesAbove: true,
  });
  return (
    <Page title={loginTexts.title} width="form">
      {notice && (
        <div role={notice.kind === 'error' ? 'alert' : 'status'}>
          <AlertBox kind={notice.kind} {...(notice.kind === 'error' ? { label: loginTexts.loggedOut } : {})}>
            <p>{notice.text}</p>
          </AlertBox>
        </div>
      )}
      <SignedOutForm onSubmit={form.onSubmit}>
        <EmailField {...form.field('email')} />
        <PasswordField {...form.field('password')} label={loginTexts.password} />
        <LoginAsField {...form.field('role')} />
        <Button type="submit" loading={form.saving}>
          {loginTexts.logIn}
        </Button>
      </SignedOutForm>
      <LinkList>
        <Link to="/forgot">{loginTexts.forgot}</Link>
        {pageConfig.signUp === 'open' && <Link to="/register">{loginTexts.register}</Link>}
      </LinkList>
    </Page>
  );
}
