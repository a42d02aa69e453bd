import type { ReactNode } from 'react';
import classes from './state-block.module.css';

type StateBlockProps = {
  /** Shown next to the text, never instead of it. */
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  /** The action that solves it. */
  action?: ReactNode;
};

/** Shown instead of content: nothing yet, no match, not allowed, not found. */
export function StateBlock({ icon, title, children, action }: StateBlockProps) {
  return (
    <div className={classes['block']}>
      <span aria-hidden className={classes['icon']}>
        {icon}
      </span>
      <div className={classes['content']}>
        <p className={classes['title']}>{title}</p>
        {children && <div className={classes['text']}>{children}</div>}
        {action && <div className={classes['action']}>{action}</div>}
      </div>
    </div>
  );
}
