import { countAttempts, type Delivery } from '@callpoint/contract/deliveries';
import { OWN_SCOPE, type Scope } from '../../list/scope.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { RecipientAddress, RowId, RowLink } from '../../display/cells.tsx';
import { SubscriberLink } from '../../display/subscriber-link.tsx';
import { ListTime } from '../../display/timestamp.tsx';
import type { Column } from '../../table/table-types.ts';
import { SubmissionLink } from './submission-link.tsx';
import { StateBadge } from './state-badge.tsx';
import { addressText, roleText } from './delivery-status.ts';
import classes from './deliveries.module.css';
import { shortResendNote } from './resend-choice.ts';

export function deliveryColumns(scope: Scope): Column<Delivery>[] {
  const subscriber: Column<Delivery> = {
    key: 'team_id',
    header: deliveryTexts.subscriber,
    cell: ({ team_id, account_name = '' }) => (
      <SubscriberLink id={team_id} name={account_name} to={`/deliveries?team_id=${team_id}`} />
    ),
    isLabeled: true,
    twoLines: true,
    minWidth: 88,
    width: 130,
    wide: 200,
    rank: 3,
  };
  return [
    {
      key: 'id',
      header: deliveryTexts.id,
      cell: ({ id }) => <RowId>{id}</RowId>,
      fixed: true,
      minWidth: 54,
    },
    ...(scope === OWN_SCOPE ? [] : [subscriber]),
    {
      key: 'state',
      header: deliveryTexts.state,
      cell: (message) => <StateCell message={message} />,
      fixed: true,
      // `Not configured` below the state.
      minWidth: 96,
      // In dense rows next to it.
      wide: 160,
    },
    {
      key: 'channel',
      header: deliveryTexts.channel,
      cell: ({ channel }) => deliveryTexts.channels[channel],
      fixed: true,
      twoLines: true,
      // `Push notification` on two lines.
      minWidth: 86,
    },
    {
      key: 'role',
      header: deliveryTexts.role,
      cell: roleText,
      fixed: true,
      twoLines: true,
      // `Alarm to an administrator` on two lines.
      minWidth: 96,
    },
    {
      key: 'address',
      header: deliveryTexts.address,
      cell: (message) => (
        <RowLink
          to={`/deliveries/${message.id}`}
          label={deliveryTexts.openMessage(addressText(message), message.id)}
        >
          <RecipientAddress address={addressText(message)} />
        </RowLink>
      ),
      isLink: true,
      twoLines: true,
      minWidth: 112,
      width: 136,
      wide: 250,
      rank: 1,
    },
    {
      key: 'about',
      header: deliveryTexts.about,
      cell: (message) => <SubmissionLink scope={scope} message={message} short />,
      twoLines: true,
      // `2698, Lone` and `Worker Emergency`.
      minWidth: 130,
      width: 140,
      wide: 222,
      rank: 2,
    },
    {
      key: 'created_at',
      header: deliveryTexts.created,
      cell: ({ created_at }) => <ListTime at={created_at} />,
      isTime: true,
      minWidth: 178,
      sort: 'created_at',
      firstOrder: 'desc',
    },
  ];
}

/** The state, and below it when the message was sent, why it waits, or how often sending it was tried. */
function StateCell({ message }: { message: Delivery }) {
  return (
    <div className={classes['state']}>
      <StateBadge state={message.state} />
      <small title={message.reason ?? undefined}>
        <StateFact message={message} />
      </small>
    </div>
  );
}

function StateFact({ message }: { message: Delivery }) {
  const { created_at, sent_at } = message;
  if (sent_at !== null) return <ListTime at={sent_at} after={created_at} />;
  const attempts = countAttempts(message);
  const waitsFor = message.state === 'held' ? shortResendNote(message) : null;
  return waitsFor ?? (attempts ? deliveryTexts.attempts(attempts) : null);
}
