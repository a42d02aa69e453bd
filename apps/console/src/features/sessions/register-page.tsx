import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { IconDoorOff } from '@tabler/icons-react';
import { TEXTS } from '@callpoint/contract/texts';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { alerts } from '../../states/alerts.ts';
import { Page } from '../../page/page.tsx';
import { StateBlock } from '../../states/state-block.tsx';
import { loginTexts } from '../../texts/login.ts';
import { sessionTexts } from '../../texts/sessions.ts';
import { pageConfig } from '../../net/this-page.ts';
import { EmailField, PasswordField, TextField } from './fields.tsx';
import { FormCard, LinkList, Pair } from './form-card.tsx';
import { signUp } from './sessions.api.ts';
import { useFormCall } from './use-form-call.ts';

/** After signing up, the way to the login screen; milliseconds. */
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
        {sessionTexts.signUpClosedMeans}
      </StateBlock>
    </Page>
  );
}

function SignUpForm() {
  const navigate = useNavigate();
  const [done, setDone] = useState(false);
  const { busy, onSubmit, field } = useFormCall({
    labels: LABELS,
    warn: (values) => (values['password'] === values['re_password'] ? null : TEXTS.passwordMismatch),
    call: async (values) => {
      await signUp({
        email: values['email']?.trim() ?? '',
        account_name: values['account_name']?.trim() ?? '',
        first_name: values['first_name']?.trim() ?? '',
        last_name: values['last_name']?.trim() ?? '',
        phone: values['phone']?.trim() ?? '',
        password: values['password'] ?? '',
        re_password: values['re_password'] ?? '',
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
    <Page title={sessionTexts.signUp} description={sessionTexts.signUpMeans} width="form">
      <FormCard onSubmit={onSubmit}>
        <EmailField {...field('email')} />
        <TextField {...field('account_name')} label={sessionTexts.accountName} autoComplete="organization" />
        <Pair>
          <TextField {...field('first_name')} label={sessionTexts.firstName} autoComplete="given-name" />
          <TextField {...field('last_name')} label={sessionTexts.lastName} autoComplete="family-name" />
        </Pair>
        <TextField {...field('phone')} label={sessionTexts.phone} type="tel" autoComplete="tel" />
        <PasswordField
          {...field('password')}
          label={loginTexts.password}
          isNew
          description={loginTexts.passwordHelp}
        />
        <PasswordField {...field('re_password')} label={loginTexts.confirmPassword} isNew />
        <Checkbox {...checkboxProps(field('terms'))} required label={sessionTexts.terms} />
        <Button type="submit" loading={busy} disabled={done}>
          {sessionTexts.signUp}
        </Button>
      </FormCard>
      <LinkList>
        <Link to="/login">{sessionTexts.logInInstead}</Link>
      </LinkList>
    </Page>
  );
}

/** A checkbox has no empty error: Mantine's props don't take undefined. */
function checkboxProps({ error, ...props }: ReturnType<ReturnType<typeof useFormCall>['field']>) {
  return error === undefined ? props : { ...props, error };
}
