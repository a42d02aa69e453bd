import { Button } from '@mantine/core';
import { Link } from '../../links/link.ts';
import { alerts } from '../../states/alerts.ts';
import { useForm } from '../../form/use-form.ts';
import { Page } from '../../page/page.tsx';
import { loginTexts } from '../../texts/login.ts';
import { sessionTexts } from '../../texts/sessions.ts';
import { EmailField, LoginAsField } from './fields.tsx';
import { validateFields } from './field-messages.ts';
import { SignedOutForm, LinkList } from './signed-out-form.tsx';
import { forgotPassword } from './sessions.api.ts';

/** Requests a link that sets a new password. */
export function Component() {
  const form = useForm({
    initialValues: { email: '', role: '' },
    labels: loginTexts.named,
    validate: validateFields(loginTexts.named),
    messagesAbove: 'all',
    save: async ({ email, role }) => {
      const { msg } = await forgotPassword({
        email: email.trim(),
        role: role === 'admin' ? 'admin' : 'team',
      });
      alerts.info(msg);
      window.scrollTo(0, 0);
    },
  });
  return (
    <Page title={sessionTexts.forgot} description={sessionTexts.forgotDescription} width="form">
      <SignedOutForm onSubmit={form.onSubmit}>
        <EmailField {...form.field('email')} />
        <LoginAsField {...form.field('role')} />
        <Button type="submit" loading={form.saving}>
          {sessionTexts.sendLink}
        </Button>
      </SignedOutForm>
      <LinkList>
        <Link to="/login">{sessionTexts.backToLogin}</Link>
        <Link to="/contact">{loginTexts.contact}</Link>
      </LinkList>
    </Page>
  );
}
