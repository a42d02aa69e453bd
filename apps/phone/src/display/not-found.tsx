import { href } from '../links/route.ts';
import { texts } from '../texts/texts.ts';
import controls from './controls.module.css';
import { Screen } from './screen.tsx';

/** An address without a screen. */
export function NotFound() {
  return (
    <Screen title={texts.common.notFound}>
      <a className={controls['button']} href={href('/')}>
        {texts.common.home}
      </a>
    </Screen>
  );
}
