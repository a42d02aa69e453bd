import { IconBan, IconCircleCheck, IconCircleX, IconPlayerPause } from '@tabler/icons-react';
import type { Overview, Waiting } from '@callpoint/contract/overview';
import { MAX_COUNTED } from '@callpoint/contract/overview-limits';
import type { PagePath } from '../../links/page-path.ts';
import { Link } from '../../links/link.ts';
import { toLocalMinute } from '../../list/minute-of.ts';
import { overviewTexts as texts } from '../../texts/overview.ts';
import { Timestamp } from '../../display/timestamp.tsx';
import { FigureCard, Figure } from './figure.tsx';
import classes from './overview.module.css';

const ICON = { 'aria-hidden': true, size: 18, stroke: 1.75 } as const;

/** Numbers of messages by outcome, of waiting work, and of subscribers. */
export function Figures({ messages, undelivered, held, subscribers }: Overview) {
  const since = `from=${toLocalMinute(messages.since)}`;
  return (
    <div className={classes['figures']}>
      <FigureCard title={texts.messages}>
        <Figure
          label={texts.sent}
          to={`/deliveries?state=sent&${since}`}
          value={messages.sent}
          state="good"
          icon={<IconCircleCheck {...ICON} />}
        />
        <Figure
          label={texts.failed}
          to={`/deliveries?state=failed&${since}`}
          value={messages.failed}
          state={messages.failed > 0 ? 'bad' : undefined}
          icon={<IconCircleX {...ICON} />}
        />
        <Figure
          label={texts.held}
          to={`/deliveries?state=held&${since}`}
          value={messages.held}
          state={messages.held > 0 ? 'wait' : undefined}
          icon={<IconPlayerPause {...ICON} />}
        />
      </FigureCard>
      <FigureCard title={texts.waiting}>
        <WaitingFigure label={texts.undelivered} to="/deliveries?state=pending&order=asc" {...undelivered} />
        <WaitingFigure
          label={texts.heldNow}
          to="/deliveries?state=held&order=asc"
          help={texts.heldDescription}
          {...held}
        />
      </FigureCard>
      <FigureCard title={texts.subscribers}>
        <Figure label={texts.all} value={subscribers.total} to="/subscribers" />
        <Figure label={texts.newDay} value={subscribers.new_day} />
        <Figure label={texts.newMonth} value={subscribers.new_month} />
        <Figure
          label={texts.blocked}
          value={subscribers.blocked}
          to="/subscribers?status=0"
          icon={<IconBan {...ICON} />}
        />
      </FigureCard>
    </div>
  );
}

interface WaitingFigureProps extends Waiting {
  label: string;
  to: PagePath;
  help?: string;
}

function WaitingFigure({ label, to, help, total, oldest }: WaitingFigureProps) {
  return (
    <div className={classes['figure']}>
      <dt>
        <Link to={to}>{label}</Link>
        {oldest && (
          <span className={classes['quiet']}>
            <Link to={`/deliveries/${oldest.id}`}>{texts.oldest}</Link> <Timestamp at={oldest.created_at} />
          </span>
        )}
        {oldest && help && <span className={classes['quiet']}>{help}</span>}
      </dt>
      <dd>{total > MAX_COUNTED ? texts.atMost(MAX_COUNTED) : texts.number(total)}</dd>
    </div>
  );
}
