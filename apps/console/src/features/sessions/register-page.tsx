import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { IconDoorOff } from '@tabler/icons-react';
import { TEXTS } from '@callpoint/contract/texts';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from '../../links/link.ts';
import { alerts } from '../../states/alerts.ts';
import { useForm } from '../../form/use-form.ts';
import { Page } from '../../page/page.tsx';
import { StateBlock } from '../../states/state-block.tsx';
import { loginTexts } from '../../texts/login.ts';
import { sessionTexts } from '../../texts/sessions.ts';
import { pageConfig } from '../../net/current-page-config.ts';
import { EmailField, PasswordField, RequiredTextField } from './fields.tsx';
import { validateFields } from './field-messages.ts';
import { SignedOutForm, LinkList, FieldsInRow } from './signed-out-form.tsx';
import { signUp } from './sessions.api.ts';

/** Time after signing up until the login screen opens; milliseconds. */
const REDIRECT_MS = 3_000;

const { named } = sessionTexts;
const LABELS = {
  email: loginTexts.named.email,
  account_name: named.accountName,
  first_name: named.firstName,
  last_name: named.lastName,
  phone: named.phone,
  password: loginTexts.named.password,
  re_password: named.passwordAgain,
  terms: named.terms,
};

const EMPTY = {
  email: '',
  account_name: '',
  first_name: '',
  last_name: '',
  phone: '',
  password: '',
  re_password: '',
  terms: false,
};

/** Signing up as a new subscriber, where this server allows it. */
export function Component() {
  return pageConfig.signUp === 'open' ? <SignUpForm /> : <SignUpClosed />;
}

function SignUpClosed() {
  return (
    <Page title={sessionTexts.signUp} width="form">
      <StateBlock
        icon={<IconDoorOff size={22} stroke={1.75} />}
        title={sessionTexts.signUpClosed}
        action={<Link to="/login">{sessionTexts.logInInstead}</Link>}
      >
        {sessionTexts.signUpClosedDescription}
      </StateBlock>
    </Page>
  );
}

function SignUpForm() {
  const navigate = useNavigate();
  const [done, setDone] = useState(false);
  const form = useForm({
    initialValues: EMPTY,
    labels: LABELS,
    validate: validateFields(LABELS),
    messagesAbove: true,
    warn: ({ password, re_password }) => (password === re_password ? [] : [TEXTS.passwordMismatch]),
    save: async ({ terms: _accepted, ...values }) => {
      await signUp({
        ...values,
        email: values.email.trim(),
        account_name: values.account_name.trim(),
        first_name: values.first_name.trim(),
        last_name: values.last_name.trim(),
        phone: values.phone.trim(),
      });
      alerts.success(TEXTS.signupDone);
      window.scrollTo(0, 0);
      setDone(true);
    },
  });

  useEffect(() => {
    if (!done) return;
    const timer = window.setTimeout(() => void navigate('/'), REDIRECT_MS);
    return () => window.clearTimeout(timer);
  }, [done, navigate]);

  return (
    <Page title={sessionTexts.signUp} description={sessionTexts.signUpDescription} width="form">
      <SignedOutForm onSubmit={form.onSubmit}>
        <EmailField {...form.field('email')} />
        <RequiredTextField
          {...form.field('account_name')}
          label={sessionTexts.accountName}
          autoComplete="organization"
        />
        <FieldsInRow>
          <RequiredTextField
            {...form.field('first_name')}
            label={sessionTexts.firstName}
            autoComplete="given-name"
          />
          <RequiredTextField
            {...form.field('last_name')}
            label={sessionTexts.lastName}
            autoComplete="family-name"
          />
        </FieldsInRow>
        <RequiredTextField
          {...form.field('phone')}
          label={sessionTexts.phone}
          type="tel"
          autoComplete="tel"
        />
        <PasswordField
          {...form.field('password')}
          label={loginTexts.password}
          isNew
          description={loginTexts.passwordHelp}
        />
        <PasswordField {...form.field('re_password')} label={loginTexts.confirmPassword} isNew />
        <Checkbox {...form.checkbox('terms')} required label={sessionTexts.terms} />
        <Button type="submit" loading={form.saving} disabled={done}>
          {sessionTexts.signUp}
        </Button>
      </SignedOutForm>
      <LinkList>
        <Link to="/login">{sessionTexts.logInInstead}</Link>
      </LinkList>
    </Page>
  );
}
