import { Button } from '@mantine/core';
import { PasswordInput } from '../../form/fields/password-input.tsx';
import { useRef } from 'react';
import { useForm, type FormErrors } from '../../form/use-form.ts';
import { Dialog, DialogButtons } from '../../overlay/dialog.tsx';
import { api } from '../../net/api.ts';
import { getErrorMessages } from '../../net/call-error.ts';
import { session, useSignedIn } from '../../session/session.ts';
import { passwordTexts as texts } from '../../texts/password.ts';
import classes from './confirm-password-dialog.module.css';

/** Prompts for the signed-in person's password before a change that requires recent authentication. */
export function ConfirmPasswordDialog({ onDone }: { onDone: (confirmed: boolean) => void }) {
  const { role, user } = useSignedIn();
  const field = useRef<HTMLInputElement>(null);
  const form = useForm({
    initialValues: { confirmed_password: '' },
    labels: { confirmed_password: texts.password },
    validate: (values): FormErrors =>
      values.confirmed_password === '' ? { confirmed_password: texts.enter } : {},
    save: (values) => confirm(values.confirmed_password),
  });

  async function confirm(password: string): Promise<void> {
    try {
      const path = role === 'admin' ? '/api/v1/confirmPassword' : '/tapi/v1/confirmPassword';
      const { data } = await api.post(path, { password });
      session.renew(data.token);
      onDone(true);
    } catch (error) {
      form.showErrors({ confirmed_password: getErrorMessages(error).join(' ') });
      field.current?.select();
    }
  }

  return (
    <Dialog title={texts.confirm} onClose={() => onDone(false)}>
      <form noValidate className={classes['form']} onSubmit={form.onSubmit}>
        <p className={classes['description']}>{texts.confirmDescription}</p>
        {/* Password managers choose the password by it. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordInput
          {...form.field('confirmed_password')}
          ref={field}
          label={texts.password}
          autoComplete="current-password"
          required
          maxLength={128}
        />
        <DialogButtons>
          <Button variant="default" onClick={() => onDone(false)}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={form.saving}>
            {texts.confirmVerb}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
