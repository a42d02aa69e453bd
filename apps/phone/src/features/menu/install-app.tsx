import { installPrompt, isInstalled } from '../../device/install-prompt.ts';
import { Button } from '../../display/button.tsx';
import { useStore } from '../../store/use-store.ts';
import { texts } from '../../texts/texts.ts';
import classes from './menu.module.css';

/** Puts the app on the home screen. */
export function InstallApp() {
  const prompt = useStore(installPrompt);
  if (isInstalled()) return null;
  return (
    <section className={classes['setting']}>
      {prompt ? (
        <Button onClick={() => void prompt.prompt().then(() => installPrompt.set(null))}>
          {texts.menu.install}
        </Button>
      ) : (
        <>
          <p className={classes['name']}>{texts.menu.install}</p>
          <p>{texts.menu.installHint}</p>
        </>
      )}
    </section>
  );
}
