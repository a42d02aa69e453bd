import type { Channel } from '@callpoint/contract/channels/channels';
import type { IncidentMessage } from '@callpoint/contract/incidents';
import { useIsNarrow } from '../../../table/use-narrow.ts';
import { deliveryTexts } from '../../../texts/deliveries.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import classes from './incident.module.css';
import { listRecipients, type RecipientRow } from './list-recipients.ts';
import { sentText } from './list-steps.ts';
import { Panel } from './panel.tsx';
import { RecipientCards } from './recipient-cards.tsx';
import { Answer, NewestMessage, RecipientName } from './recipient-cells.tsx';

/** CSS pixels that the recipient, each channel and the answer need: `2 other messages` and a reason in three lines. */
const NEEDED = { recipient: 132, channel: 122, answer: 96 };

/** People and channels: the delivery status of each newest message, and the answers. On a narrow screen, cards. */
export function RecipientTable({ messages }: { messages: readonly IncidentMessage[] }) {
  const { channels, rows } = listRecipients(messages);
  const [ref, isNarrow] = useIsNarrow(NEEDED.recipient + NEEDED.channel * channels.length + NEEDED.answer);
  const unprinted = rows.filter(({ isPrinted }) => !isPrinted).length;
  const after = messages[0]?.created_at ?? '';
  return (
    <Panel title={texts.recipients} aside={sentText(messages)} flush>
      <div ref={ref}>
        {rows.length === 0 && <p className={classes['panelBody']}>{texts.noMessages}</p>}
        {rows.length > 0 && isNarrow && <RecipientCards rows={rows} after={after} />}
        {rows.length > 0 && !isNarrow && <Matrix channels={channels} rows={rows} after={after} />}
        {unprinted > 0 && <p className={classes['printedMore']}>{texts.moreRecipients(unprinted)}</p>}
      </div>
    </Panel>
  );
}

interface MatrixProps {
  channels: readonly Channel[];
  rows: readonly RecipientRow[];
  /** The time of the press. */
  after: string;
}

function Matrix({ channels, rows, after }: MatrixProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways with the keys
    <div className={classes['scroll']} tabIndex={0}>
      <table className={classes['matrix']}>
        <thead>
          <tr>
            <th scope="col">{texts.recipient}</th>
            {channels.map((channel) => (
              <th key={channel} scope="col">
                {deliveryTexts.channels[channel]}
              </th>
            ))}
            <th scope="col">{texts.answer}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, role, phone, cells, answer, isPrinted }) => (
            <tr key={key} data-screen-only={!isPrinted || undefined}>
              <th scope="row">
                <RecipientName name={name} role={role} phone={phone} />
              </th>
              {channels.map((channel) => {
                const cell = cells.get(channel);
                return (
                  <td key={channel}>
                    {cell ? <NewestMessage {...cell} /> : <Nothing text={texts.notUsed} />}
                  </td>
                );
              })}
              <td>{answer ? <Answer {...answer} after={after} /> : <Nothing text={texts.noAnswer} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Nothing({ text }: { text: string }) {
  return (
    <>
      <span aria-hidden>–</span>
      <span className="visually-hidden">{text}</span>
    </>
  );
}
