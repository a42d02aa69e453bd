import type { ReactNode } from 'react';
import type { PagePath } from '../../links/page-path.ts';
import { Link } from '../../links/link.ts';
import classes from './figures.module.css';

interface FigureProps {
  label: string;
  /** The rows that are counted. */
  to: PagePath;
  value: string;
  /** What the number is part of, or since when. */
  children?: ReactNode;
  /** Whether someone must act; an icon tells it too. */
  state?: 'bad' | 'wait' | undefined;
  icon?: ReactNode;
}

/** One number of the platform with its label: a link to what is counted. */
export function Figure({ label, to, value, children, state, icon }: FigureProps) {
  return (
    <div className={classes['figure']} data-state={state}>
      <dt>
        <Link to={to}>{label}</Link>
      </dt>
      <dd className={classes['value']}>
        {value}
        {icon}
      </dd>
      <dd className={classes['part']}>{children}</dd>
    </div>
  );
}
