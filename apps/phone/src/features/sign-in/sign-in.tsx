import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../display/button.tsx';
import controls from '../../display/controls.module.css';
import { Field } from '../../display/field.tsx';
import { focusProblem } from '../../display/focus-problem.ts';
import { Note, Problem } from '../../display/note.tsx';
import { Screen } from '../../display/screen.tsx';
import { href } from '../../links/route.ts';
import { CallFailure, post } from '../../net/api.ts';
import { isWaiting } from '../../outbox/order.ts';
import { flush, outbox } from '../../outbox/outbox.ts';
import { dashboard, signIn } from '../../session/dashboard.ts';
import { failureText } from '../../display/failure-text.ts';
import { sessionEnd } from '../../session/session.ts';
import { useStore } from '../../store/use-store.ts';
import { serverText } from '../../texts/server-text.ts';
import { texts } from '../../texts/texts.ts';

/** What an email address has at least; the server knows more. */
const EMAIL = /^\S+@\S+\.\S+$/;

/** Signs an app user in. What waits on the phone is sent afterwards. */
export function SignIn({ notice }: { notice: ReactNode }) {
  const end = useStore(sessionEnd);
  const waiting = (useStore(outbox) ?? []).filter(isWaiting).length;
  const hasContacts = (useStore(dashboard)?.contacts.length ?? 0) > 0;
  const [email, setEmail] = useState(end?.email ?? '');
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isEmail = EMAIL.test(email.trim());

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!isEmail || password === '') focusProblem(event.currentTarget);
    else if (!isBusy) await logIn();
  };
  const logIn = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { data } = await post('/mapi/v1/login', { email: email.trim(), password });
      await signIn(data, false);
      void flush({ all: true });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <Screen title={texts.signIn.title} back={null}>
      {end && <Note alert>{serverText(end) || texts.signIn.ended}</Note>}
      {waiting > 0 && <Note>{texts.signIn.waiting(waiting)}</Note>}
      {notice}
      <form className={controls['stack']} onSubmit={(event) => void submit(event)} noValidate>
        {failure && <Problem>{failure}</Problem>}
        <Field
          label={texts.signIn.email}
          type="email"
          autoComplete="username"
          maxLength={254}
          value={email}
          onChange={setEmail}
          problem={isTried && !isEmail ? texts.signIn.needsEmail : null}
        />
        <Field
          label={texts.signIn.password}
          type="password"
          autoComplete="current-password"
          maxLength={128}
          value={password}
          onChange={setPassword}
          problem={isTried && password === '' ? texts.signIn.needsPassword : null}
        />
        <Button type="submit" kind="primary" disabled={isBusy}>
          {isBusy ? texts.signIn.installing : texts.signIn.submit}
        </Button>
      </form>
      {hasContacts && (
        <a className={controls['button']} href={href('/contacts')}>
          {texts.signIn.call}
        </a>
      )}
      <p className={controls['soft']}>{texts.signIn.forgotten}</p>
    </Screen>
  );
}
