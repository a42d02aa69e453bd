import { installPrompt, isInstalled } from '../../device/install-prompt.ts';
import { Button } from '../../display/button.tsx';
import { useStore } from '../../store/use-store.ts';
import { texts } from '../../texts/texts.ts';
import classes from './menu.module.css';
import { Setting } from './setting.tsx';

/** Puts the app on the home screen. */
export function InstallApp() {
  const prompt = useStore(installPrompt);
  if (isInstalled()) return null;
  if (!prompt) return <Setting name={texts.menu.install} state={texts.menu.installHint} />;
  return (
    <section className={classes['setting']}>
      <Button onClick={() => void prompt.prompt().then(() => installPrompt.set(null))}>
        {texts.menu.install}
      </Button>
    </section>
  );
}
