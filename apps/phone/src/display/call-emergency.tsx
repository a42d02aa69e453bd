import { IconPhone } from '@tabler/icons-react';
import { texts } from '../texts/texts.ts';
import classes from './controls.module.css';

/** The call to the emergency services, on every screen. */
export function CallEmergency({ number, prominent }: { number: string; prominent: boolean }) {
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
