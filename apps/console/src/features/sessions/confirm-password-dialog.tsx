import { Button, PasswordInput } from '@mantine/core';
import { useRef, useState, type SubmitEvent } from 'react';
import { Dialog, DialogButtons } from '../../overlay/dialog.tsx';
import { api } from '../../net/api.ts';
import { messagesOf } from '../../net/call-error.ts';
import { session, useSignedIn } from '../../session/session.ts';
import { passwordTexts as texts } from '../../texts/password.ts';
import classes from './confirm-password-dialog.module.css';

/** Prompts for the signed-in person's password before a change that requires recent authentication. */
export function ConfirmPasswordDialog({ onDone }: { onDone: (confirmed: boolean) => void }) {
  const { role, user } = useSignedIn();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function confirm(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (password === '') return reject(texts.enter);
    setBusy(true);
    try {
      const path = role === 'admin' ? '/api/v1/confirmPassword' : '/tapi/v1/confirmPassword';
      const { data } = await api.post(path, { password });
      session.renew(data.token);
      onDone(true);
    } catch (error) {
      reject(messagesOf(error).join(' '));
    } finally {
      setBusy(false);
    }
  }

  function reject(reason: string): void {
    setProblem(reason);
    field.current?.focus();
    field.current?.select();
  }

  return (
    <Dialog title={texts.confirm} onClose={() => onDone(false)}>
      <form noValidate className={classes['form']} onSubmit={(event) => void confirm(event)}>
        <p className={classes['description']}>{texts.confirmDescription}</p>
        {/* Password managers choose the password by it. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordInput
          ref={field}
          label={texts.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          maxLength={128}
          value={password}
          error={problem}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setProblem(null);
          }}
          visibilityToggleButtonProps={{ 'aria-label': texts.show, tabIndex: 0 }}
        />
        <DialogButtons>
          <Button variant="default" onClick={() => onDone(false)}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {texts.confirmVerb}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
