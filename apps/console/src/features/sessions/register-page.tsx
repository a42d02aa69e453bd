import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { TEXTS } from '@callpoint/contract/texts';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { alerts } from '../../feedback/alerts.ts';
import { Page } from '../../feedback/page.tsx';
import { EmailField, PasswordField, TextField } from './fields.tsx';
import { FormCard, LinkList, Pair } from './form-card.tsx';
import { signUp } from './sessions.api.ts';
import { useFormCall } from './use-form-call.ts';

/** After signing up, the way to the login screen; milliseconds. */
const REDIRECT_MS = 3_000;

const labels = {
  email: 'email',
  account_name: 'account name',
  first_name: 'first name',
  last_name: 'last name',
  phone: 'phone number',
  password: 'password',
  re_password: 'password once more',
  terms: 'terms and conditions',
};

/** Signing up as a new subscriber. */
export function Component() {
  const navigate = useNavigate();
  const [done, setDone] = useState(false);
  const { busy, onSubmit, field } = useFormCall({
    labels,
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
    <Page title="Sign up" description="A subscriber account for your organisation." width="form">
      <FormCard onSubmit={onSubmit}>
        <EmailField {...field('email')} />
        <TextField {...field('account_name')} label="Account name" autoComplete="organization" />
        <Pair>
          <TextField {...field('first_name')} label="First name" autoComplete="given-name" />
          <TextField {...field('last_name')} label="Last name" autoComplete="family-name" />
        </Pair>
        <TextField {...field('phone')} label="Phone number" type="tel" autoComplete="tel" />
        <PasswordField {...field('password')} label="Password" isNew description="8 characters or more." />
        <PasswordField {...field('re_password')} label="Confirm password" isNew />
        <Checkbox {...checkboxProps(field('terms'))} required label="I accept the terms and conditions" />
        <Button type="submit" loading={busy} disabled={done}>
          Sign up
        </Button>
      </FormCard>
      <LinkList>
        <Link to="/login">Log in instead</Link>
      </LinkList>
    </Page>
  );
}

/** A checkbox has no empty error: Mantine's props don't take undefined. */
function checkboxProps({ error, ...props }: ReturnType<ReturnType<typeof useFormCall>['field']>) {
  return error === undefined ? props : { ...props, error };
}
