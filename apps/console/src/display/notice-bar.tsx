import type { ReactNode } from 'react';
import classes from './notice-bar.module.css';

interface NoticeBarProps {
  label: string;
  /** An icon of 20 pixels. */
  icon: ReactNode;
  children: ReactNode;
}

/** A notice above the page, on every screen, about something that the person must do. */
export function NoticeBar({ label, icon, children }: NoticeBarProps) {
  return (
    <aside aria-label={label} className={classes['notice']}>
      <span aria-hidden className={classes['icon']}>
        {icon}
      </span>
      <p className={classes['text']}>{children}</p>
    </aside>
  );
}
