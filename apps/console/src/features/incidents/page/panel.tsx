import { useId, type ReactNode } from 'react';
import classes from './incident.module.css';

interface PanelProps {
  title: string;
  /** Quiet text at the end of the title's line. */
  aside?: ReactNode;
  /** Its content reaches the edges. */
  flush?: boolean;
  children: ReactNode;
}

/** A part of the page with a heading. */
export function Panel({ title, aside, flush = false, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <div className={classes['panelHead']}>
        <h2 id={id}>{title}</h2>
        {aside && <span className={classes['soft']}>{aside}</span>}
      </div>
      <div className={flush ? classes['flush'] : classes['panelBody']}>{children}</div>
    </section>
  );
}
