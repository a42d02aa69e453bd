import { IconPhone } from '@tabler/icons-react';
import { dashboard, emergencyNumber } from '../session/dashboard.ts';
import { useStore } from '../store/use-store.ts';
import { texts } from '../texts/texts.ts';
import classes from './controls.module.css';

/** The call to the emergency services, on every screen and in every dialog. */
export function CallEmergency({ prominent = false }: { prominent?: boolean }) {
  const number = emergencyNumber(useStore(dashboard));
  return (
    <a
      className={`${classes['button']} ${classes[prominent ? 'danger' : 'dangerOutline']}`}
      href={`tel:${number}`}
    >
      <IconPhone aria-hidden />
      {texts.call.emergency(number)}
    </a>
  );
}
