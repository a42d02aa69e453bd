import { RecipientAddress } from '../../../display/cells.tsx';
import { deliveryTexts } from '../../../texts/deliveries.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import classes from './incident.module.css';
import type { RecipientRow } from './list-recipients.ts';
import { Answer, NewestMessage } from './recipient-cells.tsx';

/** The rows of the recipients’ table on a narrow screen. `after`: the time of the press. */
export function RecipientCards({ rows, after }: { rows: readonly RecipientRow[]; after: string }) {
  return (
    <ul className={classes['recipientCards']}>
      {rows.map(({ key, name, role, cells, answer, isPrinted }) => (
        <li key={key} data-screen-only={!isPrinted || undefined}>
          <bdi className={classes['strong']}>
            <RecipientAddress address={name} />
          </bdi>
          <span className={classes['below']}>{role}</span>
          <dl>
            {answer && (
              <div>
                <dt>{texts.answer}</dt>
                <dd>
                  <Answer {...answer} after={after} />
                </dd>
              </div>
            )}
            {[...cells].map(([channel, cell]) => (
              <div key={channel}>
                <dt>{deliveryTexts.channels[channel]}</dt>
                <dd>
                  <NewestMessage {...cell} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
