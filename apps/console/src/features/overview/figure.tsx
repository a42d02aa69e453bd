import type { ReactNode } from 'react';
import type { PagePath } from '../../links/page-path.ts';
import { Link } from '../../links/link.ts';
import { overviewTexts as texts } from '../../texts/overview.ts';
import classes from './overview.module.css';

export function FigureCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes['card']}>
      <h2 className={classes['heading']}>{title}</h2>
      <dl className={classes['list']}>{children}</dl>
    </section>
  );
}

interface FigureProps {
  label: string;
  value: number;
  icon?: ReactNode;
  state?: 'good' | 'bad' | 'wait' | undefined;
  to?: PagePath;
}

/** A number with its label; with `to`, a link to the counted rows. */
export function Figure({ label, value, icon, state, to }: FigureProps) {
  return (
    <div className={classes['figure']} data-state={state}>
      <dt>
        {icon}
        {to ? <Link to={to}>{label}</Link> : label}
      </dt>
      <dd>{texts.number(value)}</dd>
    </div>
  );
}
