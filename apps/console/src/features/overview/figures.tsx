import { IconBan, IconCircleCheck, IconCircleX, IconPlayerPause } from '@tabler/icons-react';
import type { Overview, Waiting } from '@callpoint/contract/overview';
import { COUNTED_AT_MOST } from '@callpoint/contract/overview-limits';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { overviewTexts as texts } from '../../lib/texts/overview.ts';
import { Moment } from '../../table/moment.tsx';
import classes from './overview.module.css';

const ICON = { 'aria-hidden': true, size: 18, stroke: 1.75 } as const;

/** What became of messages, what waits, who subscribes. */
export function Figures({ messages, undelivered, held, subscribers }: Overview) {
  return (
    <div className={classes['figures']}>
      <Card title={texts.messages}>
        <Figure label={texts.sent} value={messages.sent} state="good" icon={<IconCircleCheck {...ICON} />} />
        <Figure
          label={texts.failed}
          value={messages.failed}
          state={messages.failed > 0 ? 'bad' : undefined}
          icon={<IconCircleX {...ICON} />}
        />
        <Figure
          label={texts.held}
          value={messages.held}
          state={messages.held > 0 ? 'wait' : undefined}
          icon={<IconPlayerPause {...ICON} />}
        />
      </Card>
      <Card title={texts.waiting}>
        <WaitingFigure label={texts.undelivered} {...undelivered} />
        <WaitingFigure label={texts.heldNow} help={texts.heldMeans} {...held} />
      </Card>
      <Card title={texts.subscribers}>
        <Figure label={texts.all} value={subscribers.total} to="/subscribers" />
        <Figure label={texts.newDay} value={subscribers.new_day} />
        <Figure label={texts.newMonth} value={subscribers.new_month} />
        <Figure
          label={texts.blocked}
          value={subscribers.blocked}
          to="/subscribers?status=0"
          icon={<IconBan {...ICON} />}
        />
      </Card>
    </div>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
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
  to?: string;
}

function Figure({ label, value, icon, state, to }: FigureProps) {
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

function WaitingFigure({ label, help, total, oldest }: Waiting & { label: string; help?: string }) {
  return (
    <div className={classes['figure']}>
      <dt>
        {label}
        {oldest && (
          <span className={classes['quiet']}>
            {texts.oldest} <Moment at={oldest.created_at} />
          </span>
        )}
        {oldest && help && <span className={classes['quiet']}>{help}</span>}
      </dt>
      <dd>{total > COUNTED_AT_MOST ? texts.atMost(COUNTED_AT_MOST) : texts.number(total)}</dd>
    </div>
  );
}
