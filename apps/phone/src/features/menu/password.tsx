import { useState, type FormEvent } from 'react';
import { Button } from '../../display/button.tsx';
import controls from '../../display/controls.module.css';
import { Note, Problem } from '../../display/note.tsx';
import { PasswordField } from '../../display/password-field.tsx';
import { Screen } from '../../display/screen.tsx';
import { useCall } from '../../display/use-call.ts';
import { refreshDashboard } from '../../session/dashboard.ts';
import { send } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';

/** The person changes its own password; its other phones are signed out. */
export function Password() {
  const [values, setValues] = useState({ current: '', next: '', repeat: '' });
  const [isTried, setTried] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const { isBusy, failure, run, clear } = useCall();
  const set = (name: keyof typeof values) => (value: string) => {
    clear();
    setSaved(false);
    setValues((before) => ({ ...before, [name]: value }));
  };
  const missing = (value: string) => (isTried && value === '' ? texts.password.missing : null);
  const isDifferent = values.next !== values.repeat;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isBusy || isDifferent || Object.values(values).includes('')) return;
    await run(async () => {
      await send('/mapi/v1/changePassword', { current_password: values.current, password: values.next });
      setSaved(true);
      setTried(false);
      setValues({ current: '', next: '', repeat: '' });
      refreshDashboard().catch(() => null);
    });
  };
  return (
    <Screen title={texts.password.save} back="/menu">
      {isSaved && (
        <output>
          <Note>{texts.password.changed}</Note>
        </output>
      )}
      <form
        className={controls['dialogActions']}
        style={{ marginTop: 0 }}
        noValidate
        onSubmit={(event) => void save(event)}
      >
        {failure && <Problem>{failure}</Problem>}
        <PasswordField
          label={texts.password.current}
          autoComplete="current-password"
          value={values.current}
          onChange={set('current')}
          problem={missing(values.current)}
        />
        <PasswordField
          label={texts.password.next}
          autoComplete="new-password"
          hint={texts.password.rule}
          value={values.next}
          onChange={set('next')}
          problem={missing(values.next)}
        />
        <PasswordField
          label={texts.password.repeat}
          autoComplete="new-password"
          value={values.repeat}
          onChange={set('repeat')}
          problem={isTried && isDifferent ? texts.password.different : missing(values.repeat)}
        />
        <Button type="submit" kind="primary" disabled={isBusy}>
          {texts.password.save}
        </Button>
      </form>
    </Screen>
  );
}
