import { adviceFor, findFault } from '@callpoint/contract/faults';
import type { FaultCount } from '@callpoint/contract/overview';
import { overviewTexts as texts } from '../../texts/overview.ts';
import { Timestamp } from '../../display/timestamp.tsx';
import classes from './overview.module.css';

/** Why messages were not sent in the last 24 hours. */
export function FaultsTable({ faults }: { faults: readonly FaultCount[] }) {
  return (
    <table className={classes['table']}>
      <caption className="visually-hidden">{texts.faults}</caption>
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
        <Timestamp at={last_at} />
      </td>
    </tr>
  );
}
