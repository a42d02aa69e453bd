import { useState } from 'react';
import { Button } from '../../display/button.tsx';
import { Problem } from '../../display/note.tsx';
import { Screen } from '../../display/screen.tsx';
import { navigate } from '../../links/route.ts';
import { CallFailure, post } from '../../net/api.ts';
import { flush } from '../../outbox/outbox.ts';
import { signIn } from '../../session/dashboard.ts';
import { failureText } from '../../display/failure-text.ts';
import { texts } from '../../texts/texts.ts';

/**
 * Signs in with the code of an install link, without a password. It asks first: programs that preview links open them,
 * too, and a link works only once.
 */
export function Install({ parameter: code }: { parameter: string }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isEnded, setEnded] = useState(false);
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
      setFailure(failureText(error));
      // Such a link never works again.
      setEnded(error.code === 'install_link_ended');
      setBusy(false);
    }
  };
  return (
    <Screen title={texts.signIn.installTitle} back={null}>
      {failure && <Problem>{failure}</Problem>}
      <p>{isEnded ? texts.signIn.installFailed : texts.signIn.installText}</p>
      {!isEnded && (
        <Button kind="primary" disabled={isBusy} onClick={() => void install()}>
          {isBusy ? texts.signIn.installing : texts.signIn.install}
        </Button>
      )}
      {failure && (
        <Button kind={isEnded ? 'primary' : 'plain'} onClick={() => navigate('/', { replace: true })}>
          {texts.signIn.withPassword}
        </Button>
      )}
    </Screen>
  );
}
