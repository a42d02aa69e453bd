import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './problem-note.module.css';

/** Why something failed, in words with an icon: read aloud when it appears. Null shows nothing. */
export function ProblemNote({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={classes['note']}>
      {children !== null && (
        <>
          <IconAlertTriangle aria-hidden size={18} />
          <span>{children}</span>
        </>
      )}
    </p>
  );
}
