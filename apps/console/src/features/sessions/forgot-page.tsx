import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { alerts } from '../../states/alerts.ts';
import { Page } from '../../page/page.tsx';
import { loginTexts } from '../../texts/login.ts';
import { sessionTexts } from '../../texts/sessions.ts';
import { EmailField, LoginAsField } from './fields.tsx';
import { FormCard, LinkList } from './form-card.tsx';
import { forgotPassword } from './sessions.api.ts';
import { useFormCall } from './use-form-call.ts';

/** Asking for a link that sets a new password. */
export function Component() {
  const { busy, onSubmit, field } = useFormCall({
    labels: loginTexts.named,
    call: async ({ email = '', role = '' }) => {
      const { msg } = await forgotPassword({
        email: email.trim(),
        role: role === 'admin' ? 'admin' : 'team',
      });
      alerts.info(msg);
      window.scrollTo(0, 0);
    },
  });
  return (
    <Page title={sessionTexts.forgot} description={sessionTexts.forgotMeans} width="form">
      <FormCard onSubmit={onSubmit}>
        <EmailField {...field('email')} />
        <LoginAsField {...field('role')} />
        <Button type="submit" loading={busy}>
          {sessionTexts.sendLink}
        </Button>
      </FormCard>
      <LinkList>
        <Link to="/login">{sessionTexts.backToLogin}</Link>
      </LinkList>
    </Page>
  );
}
