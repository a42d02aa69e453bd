import type { IncidentMessage } from '@callpoint/contract/incidents';
import { RecipientAddress, RecordLink } from '../../../display/cells.tsx';
import { Status } from '../../../display/status.tsx';
import { ListTime } from '../../../display/timestamp.tsx';
import { deliveryTexts } from '../../../texts/deliveries.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import { messageStatus } from '../message-status.ts';
import classes from './incident.module.css';
import { listRecipients } from './list-recipients.ts';
import { Panel } from './panel.tsx';

/** People and channels: the delivery status of each newest message, and the answers. */
export function RecipientTable({ messages }: { messages: readonly IncidentMessage[] }) {
  const { channels, rows } = listRecipients(messages);
  const planned = messages.filter(({ state }) => state !== 'skipped');
  const reached = planned.filter(({ state }) => state === 'sent').length;
  return (
    <Panel title={texts.recipients} aside={texts.gotThrough(reached, planned.length)} flush>
      {rows.length === 0 ? (
        <p className={classes['panelBody']}>{texts.noMessages}</p>
      ) : (
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
              {rows.map(({ key, name, role, cells, answer }) => (
                <tr key={key}>
                  <th scope="row">
                    <bdi>
                      <RecipientAddress address={name} />
                    </bdi>
                    <span className={classes['below']}>{role}</span>
                  </th>
                  {channels.map((channel) => {
                    const cell = cells.get(channel);
                    return (
                      <td key={channel}>{cell ? <Cell {...cell} /> : <Nothing text={texts.notUsed} />}</td>
                    );
                  })}
                  <td>
                    {answer ? (
                      <>
                        <Status kind={answer.answer === 'have' ? 'acknowledged' : 'skipped'}>
                          {texts.answers[answer.answer]}
                        </Status>
                        <span className={classes['below']}>
                          <ListTime at={answer.at} after={messages[0]?.created_at ?? answer.at} />
                        </span>
                      </>
                    ) : (
                      <Nothing text={texts.noAnswer} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

function Cell({ newest, earlier }: { newest: IncidentMessage; earlier: number }) {
  const { kind, word, at } = messageStatus(newest);
  const label = `${word}, ${deliveryTexts.message(newest.delivery_id)}`;
  return (
    <>
      <RecordLink to={`/deliveries/${newest.delivery_id}`} label={label}>
        <Status kind={kind}>{word}</Status>
      </RecordLink>
      <span className={classes['below']}>
        <ListTime at={at} after={newest.created_at} />
      </span>
      {newest.state !== 'sent' && newest.reason && (
        <span className={classes['reason']} title={newest.reason}>
          {newest.reason}
        </span>
      )}
      {earlier > 0 && <span className={classes['below']}>{texts.earlierMessages(earlier)}</span>}
    </>
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
