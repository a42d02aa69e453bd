import { adviceFor, findFault } from '@callpoint/contract/faults';
import type { FaultCount } from '@callpoint/contract/overview';
import { overviewTexts as texts } from '../../texts/overview.ts';
import { Moment } from '../../display/moment.tsx';
import classes from './overview.module.css';

/** Why messages were not sent, the most frequent reason first. */
export function FaultsSection({ faults }: { faults: readonly FaultCount[] }) {
  return (
    <section className={classes['card']} aria-labelledby="overview-faults">
      <h2 id="overview-faults" className={classes['heading']}>
        {texts.faults}
      </h2>
      {faults.length === 0 ? (
        <p className={classes['quiet']}>{texts.noFaults}</p>
      ) : (
        <table className={classes['table']} aria-labelledby="overview-faults">
          <thead>
            <tr>
              <th scope="col">{texts.fault}</th>
              <th scope="col">{texts.channel}</th>
              <th scope="col" data-numeric>
                {texts.times}
              </th>
              <th scope="col">{texts.last}</th>
            </tr>
          </thead>
          <tbody>
            {faults.map((fault) => (
              <Row key={`${fault.channel} ${fault.fault}`} {...fault} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row({ channel, fault, total, last_at }: FaultCount) {
  const known = findFault(fault);
  return (
    <tr>
      <td>
        {known?.means ?? fault}
        {known && <span className={classes['quiet']}>{adviceFor(known, true)}</span>}
      </td>
      <td>{texts.channels[channel]}</td>
      <td data-numeric>{texts.number(total)}</td>
      <td>
        <Moment at={last_at} />
      </td>
    </tr>
  );
}
