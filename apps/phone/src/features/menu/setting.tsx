import type { ReactNode } from 'react';
import classes from './menu.module.css';

interface SettingProps {
  name: string;
  /** Null: not known yet. */
  state: string | null;
  /** Its button. */
  children?: ReactNode;
}

/** A setting of the phone. It has the height of its button from the start, so that nothing below moves when its state is known. */
export function Setting({ name, state, children }: SettingProps) {
  return (
    <section className={classes['setting']} aria-busy={state === null}>
      <div>
        <p className={classes['name']}>{name}</p>
        <p>{state ?? '\u00A0'}</p>
      </div>
      {children}
    </section>
  );
}
