import type { LimitedSubscriber } from '@callpoint/contract/overview';
import { SubscriberLink } from '../../display/subscriber-link.tsx';
import { overviewTexts as texts } from '../../texts/overview.ts';
import classes from './overview.module.css';

/** Subscribers with messages held by a sending limit; nothing if there are none. */
export function LimitedSection({ limited }: { limited: readonly LimitedSubscriber[] }) {
  if (limited.length === 0) return null;
  return (
    <section aria-labelledby="overview-limited">
      <h2 id="overview-limited" className={classes['heading']}>
        {texts.limited}
      </h2>
      <p className={classes['quiet']}>{texts.limitedDescription}</p>
      <table className={classes['table']} aria-labelledby="overview-limited">
        <thead>
          <tr>
            <th scope="col">{texts.limitedSubscriber}</th>
            <th scope="col" data-numeric>
              {texts.limitedHeld}
            </th>
          </tr>
        </thead>
        <tbody>
          {limited.map(({ team_id, account_name, held }) => (
            <tr key={team_id}>
              <th scope="row" className={classes['subscriber']}>
                <SubscriberLink id={team_id} name={account_name} />
              </th>
              <td data-numeric>{texts.number(held)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
