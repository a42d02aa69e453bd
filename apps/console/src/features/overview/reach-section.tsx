import { itemLabel, type Item } from '@callpoint/contract/catalogue';
import type { Overview, ReachabilityProblems } from '@callpoint/contract/overview';
import type { ProblemLevel } from '@callpoint/contract/reach-levels';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Link } from '../../links/link.ts';
import { overviewTexts as texts } from '../../texts/overview.ts';
import { Figure } from './figure.tsx';
import classes from './overview.module.css';

const ICON = { 'aria-hidden': true, size: 18, stroke: 1.75 } as const;

/** How many subscribers would notify too few people if someone pressed now, and which ones. */
export function ReachSection({ reach, subscribers }: Pick<Overview, 'reach' | 'subscribers'>) {
  const { red, amber, waiting, worst, not_configured } = reach;
  const active = subscribers.total - subscribers.blocked;
  return (
    <section className={classes['card']} aria-labelledby="overview-reach">
      <h2 id="overview-reach" className={classes['heading']}>
        {texts.reach}
      </h2>
      <p className={classes['quiet']}>{texts.reachDescription}</p>
      {not_configured.map((channel) => (
        <p key={channel} className={classes['quiet']} data-state="bad">
          {texts.notConfigured[channel]}
        </p>
      ))}
      <dl className={classes['list']}>
        <Figure
          label={texts.reachRed}
          to="/subscribers?reach=red"
          value={red}
          state={red > 0 ? 'bad' : undefined}
          icon={<IconCircleX {...ICON} />}
        />
        <Figure
          label={texts.reachAmber}
          to="/subscribers?reach=amber"
          value={amber}
          state={amber > 0 ? 'wait' : undefined}
          icon={<IconAlertTriangle {...ICON} />}
        />
        <Figure
          label={texts.reachWell}
          value={Math.max(0, active - red - amber)}
          state="good"
          icon={<IconCircleCheck {...ICON} />}
        />
      </dl>
      {waiting > 0 && <p className={classes['quiet']}>{texts.reachWaiting(waiting)}</p>}
      {worst.length > 0 && <WorstTable worst={worst} />}
    </section>
  );
}

function WorstTable({ worst }: { worst: readonly ReachabilityProblems[] }) {
  return (
    <table className={classes['table']}>
      <caption className={classes['caption']}>{texts.worst}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.worstSubscriber}</th>
          <th scope="col">{texts.worstRed}</th>
          <th scope="col">{texts.worstAmber}</th>
        </tr>
      </thead>
      <tbody>
        {worst.map(({ team_id, account_name, items }) => (
          <tr key={team_id}>
            <th scope="row">
              <Link to={`/subscriber/profile/${team_id}`}>{account_name}</Link>
            </th>
            <td>{named(items, 'red')}</td>
            <td>{named(items, 'amber')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function named(items: ReachabilityProblems['items'], wanted: ProblemLevel): string {
  const labels = items
    .filter(({ level }) => level === wanted)
    .map(({ kind, id }) => itemLabel({ kind, id } as Item));
  return labels.length === 0 ? texts.nothingOf : labels.join(', ');
}
