import { useState } from 'react';
import { Button } from '../../display/button.tsx';
import { Problem } from '../../display/note.tsx';
import { Screen } from '../../display/screen.tsx';
import { navigate } from '../../links/route.ts';
import { CallFailure, post } from '../../net/api.ts';
import { flush } from '../../outbox/outbox.ts';
import { signIn } from '../../session/dashboard.ts';
import { serverText } from '../../texts/server-text.ts';
import { texts } from '../../texts/texts.ts';

/**
 * Signs in with the code of an install link, without a password. It asks first: programs that preview links open them,
 * too, and a link works only once.
 */
export function Install({ parameter: code }: { parameter: string }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const install = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { data } = await post('/mapi/v1/install', { code });
      await signIn(data, true);
      navigate('/', { replace: true });
      void flush({ all: true });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(serverText({ code: error.code, text: error.message }) || texts.signIn.unreachable);
      setBusy(false);
    }
  };
  return (
    <Screen title={texts.signIn.installTitle} back={null}>
      <p>{texts.signIn.installText}</p>
      {failure && <Problem>{failure}</Problem>}
      {failure && <p>{texts.signIn.installFailed}</p>}
      <Button kind="primary" disabled={isBusy} onClick={() => void install()}>
        {isBusy ? texts.signIn.installing : texts.signIn.install}
      </Button>
      {failure && (
        <Button onClick={() => navigate('/', { replace: true })}>{texts.signIn.withPassword}</Button>
      )}
    </Screen>
  );
}
