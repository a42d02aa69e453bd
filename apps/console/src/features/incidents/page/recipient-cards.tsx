import { deliveryTexts } from '../../../texts/deliveries.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import classes from './incident.module.css';
import type { RecipientRow } from './list-recipients.ts';
import { Answer, NewestMessage, RecipientName } from './recipient-cells.tsx';

/** The rows of the recipients’ table on a narrow screen. `after`: the time of the press. */
export function RecipientCards({ rows, after }: { rows: readonly RecipientRow[]; after: string }) {
  return (
    <ul className={classes['recipientCards']}>
      {rows.map(({ key, name, role, phone, cells, answer, isPrinted }) => (
        <li key={key} data-screen-only={!isPrinted || undefined}>
          <RecipientName name={name} role={role} phone={phone} />
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
