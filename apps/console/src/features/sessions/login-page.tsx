import { Button } from '@mantine/core';
import { useState } from 'react';
import { TEXTS } from '@callpoint/contract/texts';
import { useSearch } from '../../links/location.ts';
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
import { LOGIN_FORM, LOGIN_KEPT, storeTyped } from './remembered-input.ts';
import { useKeepTyped, useTyped } from './use-remembered-input.ts';
import { logIn } from './sessions.api.ts';

/** Signing in, as a subscriber or as an administrator. */
export function Component() {
  const address = useSearch();
  const { registered, ...typed } = useTyped(LOGIN_FORM, LOGIN_KEPT);
  const notice = registered
    ? ({ kind: 'success', text: TEXTS.signupDone } as const)
    : loginNotice(session.ended(), address.get('why'), address.get('to'));
  const [last] = useState(session.expired);
  const form = useForm({
    initialValues: { email: last?.user.email ?? '', role: last?.role ?? '', ...typed, password: '' },
    labels: loginTexts.named,
    validate: validateFields(loginTexts.named),
    save: async ({ email, password, role }) => {
      await logIn({ email: email.trim(), password, role: role === 'admin' ? 'admin' : 'team' });
      storeTyped(window.sessionStorage, LOGIN_FORM, [], {});
    },
    messagesAbove: 'all',
  });
  // After the login nothing is kept.
  const kept = session.current() ? [] : LOGIN_KEPT;
  useKeepTyped(LOGIN_FORM, kept, { ...form.values, registered: registered ?? '' });
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
        <Link to="/contact">{loginTexts.contact}</Link>
      </LinkList>
    </Page>
  );
}
