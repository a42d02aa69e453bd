import { Button } from '@mantine/core';
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from '../../links/link.ts';
import { alerts } from '../../states/alerts.ts';
import { useForm } from '../../form/use-form.ts';
import { Page } from '../../page/page.tsx';
import { StateBlock } from '../../states/state-block.tsx';
import { loginTexts } from '../../texts/login.ts';
import { passwordFieldTexts } from '../../texts/password-field.ts';
import { sessionTexts } from '../../texts/sessions.ts';
import { PasswordField } from './fields.tsx';
import { validateFields } from './field-messages.ts';
import { SignedOutForm, LinkList } from './signed-out-form.tsx';
import { resetPassword } from './sessions.api.ts';
import { useTokenOnce } from './use-token-once.ts';

const LABELS = {
  password: sessionTexts.named.newPassword,
  re_password: sessionTexts.named.newPasswordAgain,
};

/** Sets a new password with the link of an email. */
export function Component() {
  const token = useTokenOnce();
  const [done, setDone] = useState(false);
  const form = useForm({
    initialValues: { password: '', re_password: '' },
    labels: LABELS,
    validate: validateFields(LABELS),
    messagesAbove: 'all',
    save: async ({ password, re_password }) => {
      const { msg } = await resetPassword({ token, password, re_password });
      alerts.success(msg);
      window.scrollTo(0, 0);
      setDone(true);
    },
  });

  if (done) {
    return (
      <Page title={sessionTexts.newPassword} width="form">
        <StateBlock
          icon={<IconCircleCheck size={22} />}
          title={sessionTexts.passwordIsSet}
          action={<Link to="/login">{sessionTexts.logInWithIt}</Link>}
        >
          {sessionTexts.passwordIsSetDescription}
        </StateBlock>
      </Page>
    );
  }
  if (token === '') {
    return (
      <Page title={sessionTexts.newPassword} width="form">
        <StateBlock
          icon={<IconLinkOff size={22} />}
          title={sessionTexts.brokenLink}
          action={<Link to="/forgot">{sessionTexts.newLink}</Link>}
        >
          {sessionTexts.brokenLinkDescription}
        </StateBlock>
      </Page>
    );
  }
  return (
    <Page title={sessionTexts.newPassword} width="form">
      <SignedOutForm onSubmit={form.onSubmit}>
        <PasswordField
          {...form.field('password')}
          label={loginTexts.password}
          isNew
          description={passwordFieldTexts.rule}
        />
        <PasswordField {...form.field('re_password')} label={loginTexts.confirmPassword} isNew />
        <Button type="submit" loading={form.saving}>
          {sessionTexts.setPassword}
        </Button>
      </SignedOutForm>
      <LinkList>
        <Link to="/forgot">{sessionTexts.newLink}</Link>
        <Link to="/login">{sessionTexts.backToLogin}</Link>
      </LinkList>
    </Page>
  );
}
