import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { IconDoorOff } from '@tabler/icons-react';
import { TEXTS } from '@callpoint/contract/texts';
import { useEffect, useState } from 'react';
import { Link } from '../../links/link.ts';
import { navigate } from '../../links/navigation.ts';
import { alerts } from '../../states/alerts.ts';
import { useForm } from '../../form/use-form.ts';
import { ProblemSummary } from '../../form/record/problem-summary.tsx';
import { Page } from '../../page/page.tsx';
import { StateBlock } from '../../states/state-block.tsx';
import { loginTexts } from '../../texts/login.ts';
import { passwordFieldTexts } from '../../texts/password-field.ts';
import { supportTexts } from '../../texts/support.ts';
import { sessionTexts } from '../../texts/sessions.ts';
import { pageConfig } from '../../net/current-page-config.ts';
import { SmsNote } from '../../form/fields/sms-note.tsx';
import { EmailField, PasswordField, RequiredTextField } from './fields.tsx';
import { validateFields } from './field-messages.ts';
import { SignedOutForm, LinkList, FieldsInRow } from './signed-out-form.tsx';
import { LOGIN_FORM, LOGIN_KEPT, storeTyped } from './remembered-input.ts';
import { useKeepTyped, useTyped } from './use-remembered-input.ts';
import { readTermsVersion, signUp } from './sessions.api.ts';

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

const FORM = 'register';
const KEPT = ['email', 'account_name', 'first_name', 'last_name', 'phone'];

/** Signing up as a new subscriber, where this server allows it. */
export function Component() {
  return pageConfig.signUp === 'open' ? <SignUpForm /> : <SignUpClosed />;
}

function SignUpClosed() {
  return (
    <Page title={sessionTexts.signUp} width="form">
      <StateBlock
        icon={<IconDoorOff size={22} />}
        title={sessionTexts.signUpClosed}
        action={<Link to="/login">{sessionTexts.logInInstead}</Link>}
      >
        {sessionTexts.signUpClosedDescription} <Link to="/contact">{sessionTexts.askForAccount}</Link>
      </StateBlock>
    </Page>
  );
}

type Values = typeof EMPTY;

const findMismatch = ({ password, re_password }: Values): Record<string, string> =>
  password === re_password ? {} : { re_password: TEXTS.passwordMismatch };

const findMissing = validateFields(LABELS);

/** Where something is missing, nothing is sent: then the form shows what the server would reject, too. */
function findProblems(values: Values, element: HTMLFormElement): Record<string, string> {
  const missing = findMissing(values, element);
  if (Object.keys(missing).length === 0) return {};
  const { length } = values.phone.replaceAll(/\D/g, '');
  return {
    ...(length < 7 || length > 15 ? { phone: sessionTexts.phoneLength } : {}),
    ...(values.password.length < 8 ? { password: sessionTexts.passwordLength } : {}),
    ...findMismatch(values),
    ...missing,
  };
}

function SignUpForm() {
  const [done, setDone] = useState(false);
  const typed = useTyped(FORM, KEPT);
  const form = useForm({
    initialValues: { ...EMPTY, ...typed },
    labels: LABELS,
    validate: findProblems,
    messagesAbove: 'others',
    warn: findMismatch,
    save: async ({ terms: _accepted, ...values }) => {
      const version = await readTermsVersion();
      await signUp({
        ...values,
        email: values.email.trim(),
        account_name: values.account_name.trim(),
        first_name: values.first_name.trim(),
        last_name: values.last_name.trim(),
        phone: values.phone.trim(),
        ...(version === null ? {} : { terms_version: version }),
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      });
      // The login screen that follows is filled in, except for the password.
      storeTyped(window.sessionStorage, LOGIN_FORM, LOGIN_KEPT, {
        email: values.email.trim(),
        role: 'team',
        registered: 'yes',
      });
      storeTyped(window.sessionStorage, FORM, [], {});
      alerts.success(TEXTS.signupDone);
      window.scrollTo(0, 0);
      setDone(true);
    },
  });

  useKeepTyped(FORM, done ? [] : KEPT, form.values);
  useEffect(() => {
    if (!done) return;
    const timer = window.setTimeout(() => void navigate('/'), REDIRECT_MS);
    return () => window.clearTimeout(timer);
  }, [done]);

  return (
    <Page title={sessionTexts.signUp} description={sessionTexts.signUpDescription} width="form">
      <SignedOutForm onSubmit={form.onSubmit}>
        <ProblemSummary problems={form.problems} label={sessionTexts.notSignedUp} />
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
          help={form.values.phone !== '' && <SmsNote typed={form.values.phone} numbersOf="server" />}
        />
        <PasswordField
          {...form.field('password')}
          label={loginTexts.password}
          isNew
          description={passwordFieldTexts.rule}
        />
        <PasswordField {...form.field('re_password')} label={loginTexts.confirmPassword} isNew />
        <Checkbox {...form.checkbox('terms')} required label={sessionTexts.terms} />
        <LegalLinks />
        <Button type="submit" loading={form.saving} disabled={done}>
          {sessionTexts.signUp}
        </Button>
      </SignedOutForm>
      <LinkList>
        <Link to="/login">{sessionTexts.logInInstead}</Link>
        <Link to="/contact">{loginTexts.contact}</Link>
      </LinkList>
    </Page>
  );
}

/** Opened in a new tab, so that nothing typed is lost. */
function LegalLinks() {
  return (
    <LinkList>
      <Link to="/terms" target="_blank">
        {supportTexts.terms}
      </Link>
      <Link to="/privacy" target="_blank">
        {supportTexts.privacy}
      </Link>
    </LinkList>
  );
}
