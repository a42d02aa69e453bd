import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { alerts } from '../../feedback/alerts.ts';
import { Page } from '../../feedback/page.tsx';
import { EmailField, LoginAsField } from './fields.tsx';
import { FormCard, LinkList } from './form-card.tsx';
import { forgotPassword } from './sessions.api.ts';
import { useFormCall } from './use-form-call.ts';

const labels = { email: 'email', role: 'how you log in' };

/** Asking for a link that sets a new password. */
export function Component() {
  const { busy, onSubmit, field } = useFormCall({
    labels,
    call: async ({ email = '', role = '' }) => {
      const { msg } = await forgotPassword({ email: email.trim(), role });
      alerts.info(msg);
      window.scrollTo(0, 0);
    },
  });
  return (
    <Page
      title="Forgot your password?"
      description="We send you a link by e-mail. With it you choose a new password."
      width="form"
    >
      <FormCard onSubmit={onSubmit}>
        <EmailField {...field('email')} />
        <LoginAsField {...field('role')} />
        <Button type="submit" loading={busy}>
          Send the link
        </Button>
      </FormCard>
      <LinkList>
        <Link to="/login">Back to log in</Link>
      </LinkList>
    </Page>
  );
}
