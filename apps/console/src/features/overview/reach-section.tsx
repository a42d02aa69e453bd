import { itemLabel, type Item } from '@callpoint/contract/catalog';
import type { Overview, ReachabilityProblems } from '@callpoint/contract/overview';
import type { ProblemLevel } from '@callpoint/contract/reach-levels';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from '../../links/link.ts';
import { SubscriberLink } from '../../display/subscriber-link.tsx';
import { overviewTexts as texts } from '../../texts/overview.ts';
import classes from './overview.module.css';

const ICON = { 'aria-hidden': true, size: 18, stroke: 1.75 } as const;
/** All buttons and forms. */
const ALL_ITEMS = 7;

/** How many subscribers would notify too few people if someone pressed now, and which ones. */
export function ReachSection({ reach, subscribers }: Pick<Overview, 'reach' | 'subscribers'>) {
  const { red, amber, waiting, worst } = reach;
  const active = subscribers.total - subscribers.blocked;
  return (
    <section aria-labelledby="overview-reach">
      <header className={classes['head']}>
        <h2 id="overview-reach" className={classes['heading']}>
          {texts.reach}
        </h2>
        <p className={classes['quiet']}>{texts.reachDescription}</p>
        <ul className={classes['levels']}>
          <li data-level={red > 0 ? 'red' : undefined}>
            <IconCircleX {...ICON} />
            <Link to="/subscribers?reach=red">{texts.nobody(red)}</Link>
          </li>
          <li data-level={amber > 0 ? 'amber' : undefined}>
            <IconAlertTriangle {...ICON} />
            <Link to="/subscribers?reach=amber">{texts.notEveryone(amber)}</Link>
          </li>
          <li data-level="green">
            <IconCircleCheck {...ICON} />
            {texts.everyone(Math.max(0, active - red - amber))}
          </li>
        </ul>
      </header>
      {waiting > 0 && <p className={classes['quiet']}>{texts.reachWaiting(waiting)}</p>}
      {worst.length > 0 && <WorstTable worst={worst} />}
    </section>
  );
}

function WorstTable({ worst }: { worst: readonly ReachabilityProblems[] }) {
  return (
    <table className={classes['table']} aria-labelledby="overview-reach">
      <thead>
        <tr>
          <th scope="col">{texts.subscriber}</th>
          <th scope="col">{texts.ifPressedNow}</th>
          <th scope="col">{texts.items}</th>
        </tr>
      </thead>
      {worst.map((subscriber) => (
        <Subscriber key={subscriber.team_id} {...subscriber} />
      ))}
    </table>
  );
}

const LEVELS: Readonly<Record<ProblemLevel, { label: string; icon: ReactNode }>> = {
  red: { label: texts.worstRed, icon: <IconCircleX {...ICON} /> },
  amber: { label: texts.worstAmber, icon: <IconAlertTriangle {...ICON} /> },
};

/** One line for each level that the subscriber has. */
function Subscriber({ team_id, account_name, items }: ReachabilityProblems) {
  const levels = (['red', 'amber'] as const).filter((level) => items.some((item) => item.level === level));
  return (
    <tbody>
      {levels.map((level, index) => (
        <tr key={level}>
          {index === 0 && (
            <th scope="rowgroup" rowSpan={levels.length} className={classes['subscriber']}>
              <SubscriberLink id={team_id} name={account_name} />
            </th>
          )}
          <td>
            <span className={classes['level']} data-level={level}>
              {LEVELS[level].icon}
              {LEVELS[level].label}
            </span>
          </td>
          <td>
            <Names items={items.filter((item) => item.level === level)} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

/** The names of buttons and forms. A name like “Incident/Accident” may break after its slash, and nowhere else. */
function Names({ items }: Pick<ReachabilityProblems, 'items'>) {
  if (items.length === ALL_ITEMS) return texts.allItems(ALL_ITEMS);
  const names = items.map(({ kind, id }) => itemLabel({ kind, id } as Item)).join(', ');
  return names.split('/').map((part, index) => (
    <Fragment key={part}>
      {index > 0 && (
        <>
          /<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));
}
