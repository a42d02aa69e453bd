import { IconAlertTriangle, IconCircleX, IconPlayerPause, IconUrgent } from '@tabler/icons-react';
import type { Overview, Waiting } from '@callpoint/contract/overview';
import { MAX_COUNTED } from '@callpoint/contract/overview-limits';
import type { ReactNode } from 'react';
import { relativeText } from '../../display/timestamp-text.ts';
import { useNow } from '../../display/use-now.ts';
import { Link } from '../../links/link.ts';
import type { PagePath } from '../../links/page-path.ts';
import { toLocalMinute } from '../../list/minute-of.ts';
import { overviewTexts as texts } from '../../texts/overview.ts';
import { Figure } from './figure.tsx';
import classes from './figures.module.css';

const ICON = { 'aria-hidden': true, size: 20, stroke: 1.75 } as const;

/** What needs attention first, then the state of the platform: six numbers. */
export function Figures({ incidents, messages, undelivered, held, reach, subscribers }: Overview) {
  const since = `from=${toLocalMinute(messages.since)}`;
  const planned = messages.sent + messages.failed + messages.held;
  return (
    <dl className={classes['figures']}>
      <IncidentsFigure {...incidents} />
      <Figure
        label={texts.reachRed}
        to="/subscribers?reach=red"
        value={texts.number(reach.red)}
        {...(reach.red > 0 && { state: 'bad', icon: <IconCircleX {...ICON} /> })}
      >
        {texts.notEveryone(reach.amber)}
      </Figure>
      <Figure
        label={texts.failed}
        to={`/deliveries?state=failed&${since}`}
        value={texts.number(messages.failed)}
        {...(messages.failed > 0 && { state: 'bad', icon: <IconAlertTriangle {...ICON} /> })}
      >
        {texts.ofMessages(planned)}
      </Figure>
      <WaitingFigure
        label={texts.heldNow}
        to="/deliveries?state=held&order=asc"
        icon={<IconPlayerPause {...ICON} />}
        {...held}
      />
      <WaitingFigure label={texts.undelivered} to="/deliveries?state=pending&order=asc" {...undelivered} />
      <Figure label={texts.subscribers} to="/subscribers" value={texts.number(subscribers.total)}>
        {texts.subscriberParts(subscribers.blocked, subscribers.new_month)}
      </Figure>
    </dl>
  );
}

/** How many incidents are open, and the oldest, or how many no one has acknowledged. */
function IncidentsFigure({ open, unacknowledged, oldest }: Overview['incidents']) {
  const now = useNow();
  const isBad = unacknowledged > 0;
  return (
    <Figure
      label={texts.openIncidents}
      to="/incidents?open=yes&drill=no"
      value={countText(open)}
      {...(isBad && { state: 'bad', icon: <IconUrgent {...ICON} /> })}
    >
      {isBad && texts.unacknowledged(unacknowledged)}
      {!isBad && oldest && (
        <Link to={`/incidents/${oldest.id}`}>{texts.oldest(relativeText(oldest.opened_at, now))}</Link>
      )}
      {!oldest && texts.noneOpen}
    </Figure>
  );
}

function countText(total: number): string {
  return total > MAX_COUNTED ? texts.atMost(MAX_COUNTED) : texts.number(total);
}

interface WaitingFigureProps extends Waiting {
  label: string;
  to: PagePath;
  icon?: ReactNode;
}

/** Messages that wait, and since when the oldest does. */
function WaitingFigure({ label, to, total, oldest, icon }: WaitingFigureProps) {
  const now = useNow();
  return (
    <Figure
      label={label}
      to={to}
      value={countText(total)}
      {...(oldest && icon ? { state: 'wait' as const, icon } : {})}
    >
      {oldest ? (
        <Link to={`/deliveries/${oldest.id}`}>{texts.oldest(relativeText(oldest.created_at, now))}</Link>
      ) : (
        texts.nothingWaits
      )}
    </Figure>
  );
}
