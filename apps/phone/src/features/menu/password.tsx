import { useState, type FormEvent } from 'react';
import { Button } from '../../display/button.tsx';
import controls from '../../display/controls.module.css';
import { Field } from '../../display/field.tsx';
import { focusProblem } from '../../display/focus-problem.ts';
import { Note, Problem } from '../../display/note.tsx';
import { Screen } from '../../display/screen.tsx';
import { CallFailure } from '../../net/api.ts';
import { refreshDashboard } from '../../session/dashboard.ts';
import { failureText } from '../../display/failure-text.ts';
import { send } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';

/** The person changes its own password; its other phones are signed out. */
export function Password() {
  const [values, setValues] = useState({ current: '', next: '', repeat: '' });
  const [isTried, setTried] = useState(false);
  const [state, setState] = useState<'editing' | 'saving' | 'saved'>('editing');
  const [failure, setFailure] = useState<string | null>(null);
  const set = (name: keyof typeof values) => (value: string) => {
    setFailure(null);
    setState('editing');
    setValues((before) => ({ ...before, [name]: value }));
  };
  const missing = (value: string) => (isTried && value === '' ? texts.password.missing : null);
  const isShort = Array.from(values.next).length < 8;
  const isDifferent = values.next !== values.repeat;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (isDifferent || isShort || values.current === '') focusProblem(event.currentTarget);
    else if (state !== 'saving') await save();
  };
  const save = async () => {
    setState('saving');
    setFailure(null);
    try {
      await send('/mapi/v1/changePassword', { current_password: values.current, password: values.next });
      setState('saved');
      setTried(false);
      setValues({ current: '', next: '', repeat: '' });
      refreshDashboard().catch(() => null);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setState('editing');
      setFailure(failureText(error));
    }
  };
  return (
    <Screen title={texts.password.save} back="/menu">
      {state === 'saved' && (
        <output>
          <Note>{texts.password.changed}</Note>
        </output>
      )}
      <form className={controls['stack']} noValidate onSubmit={(event) => void submit(event)}>
        {failure && <Problem>{failure}</Problem>}
        <Field
          label={texts.password.current}
          type="password"
          autoComplete="current-password"
          value={values.current}
          onChange={set('current')}
          problem={missing(values.current)}
        />
        <Field
          label={texts.password.next}
          type="password"
          autoComplete="new-password"
          hint={texts.password.rule}
          value={values.next}
          onChange={set('next')}
          problem={missing(values.next) ?? (isTried && isShort ? texts.password.short : null)}
        />
        <Field
          label={texts.password.repeat}
          type="password"
          autoComplete="new-password"
          value={values.repeat}
          onChange={set('repeat')}
          problem={isTried && isDifferent ? texts.password.different : missing(values.repeat)}
        />
        <Button type="submit" kind="primary" disabled={state === 'saving'}>
          {texts.password.save}
        </Button>
      </form>
    </Screen>
  );
}
