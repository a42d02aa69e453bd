import type { IncidentMessage } from '@callpoint/contract/incidents';
import { PhoneLink, RecipientAddress, RecordLink } from '../../../display/cells.tsx';
import { readableNumber } from '../../../display/readable-number.ts';
import { Status } from '../../../display/status.tsx';
import { ListTime } from '../../../display/timestamp.tsx';
import { deliveryTexts } from '../../../texts/deliveries.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import { messageStatus } from '../message-status.ts';
import classes from './incident.module.css';
import type { RecipientRow } from './list-recipients.ts';

/** A recipient, and the number to call. */
export function RecipientName({ name, role, phone }: Pick<RecipientRow, 'name' | 'role' | 'phone'>) {
  const isNumber = name === readableNumber(phone);
  return (
    <>
      <bdi className={classes['strong']}>
        {isNumber && phone !== '' ? <PhoneLink number={phone} /> : <RecipientAddress address={name} />}
      </bdi>
      <span className={classes['below']}>{role}</span>
      {phone !== '' && !isNumber && (
        <span className={classes['below']}>
          <PhoneLink number={phone} />
        </span>
      )}
    </>
  );
}

/** The newest message to a recipient over one channel, and how many others there are. */
export function NewestMessage({ newest, others }: { newest: IncidentMessage; others: number }) {
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
      {others > 0 && <span className={classes['below']}>{texts.otherMessages(others)}</span>}
    </>
  );
}

const KINDS = { owner: 'acknowledged', have: 'pending', cannot: 'skipped' } as const;

/** What a recipient answered, and when. `after`: the time of the press. */
export function Answer({ answer, at, after }: NonNullable<RecipientRow['answer']> & { after: string }) {
  return (
    <>
      <Status kind={KINDS[answer]}>{texts.answers[answer]}</Status>
      <span className={classes['below']}>
        <ListTime at={at} after={after} />
      </span>
    </>
  );
}
