import { countAttempts, type Delivery } from '@callpoint/contract/deliveries';
import { OWN_SCOPE, type Scope } from '../../list/scope.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { MissingValue, RecipientAddress, RowId, RowLink } from '../../display/cells.tsx';
import { SubscriberLink } from '../../display/subscriber-link.tsx';
import { ListTime } from '../../display/timestamp.tsx';
import type { Column } from '../../table/table-types.ts';
import { SubmissionLink } from './submission-link.tsx';
import { StateBadge } from './state-badge.tsx';
import { addressText, roleText } from './delivery-status.ts';

export function deliveryColumns(scope: Scope): Column<Delivery>[] {
  const subscriber: Column<Delivery> = {
    key: 'team_id',
    header: deliveryTexts.subscriber,
    cell: ({ team_id, account_name = '' }) => (
      <SubscriberLink id={team_id} name={account_name} to={`/deliveries?team_id=${team_id}`} />
    ),
    twoLines: true,
    minWidth: 74,
    width: 120,
    rank: 3,
  };
  return [
    {
      key: 'id',
      header: deliveryTexts.id,
      cell: ({ id }) => <RowId>{id}</RowId>,
      fixed: true,
      minWidth: 55,
    },
    ...(scope === OWN_SCOPE ? [] : [subscriber]),
    {
      key: 'state',
      header: deliveryTexts.state,
      cell: ({ state }) => <StateBadge state={state} />,
      fixed: true,
      minWidth: 74,
    },
    {
      key: 'channel',
      header: deliveryTexts.channel,
      cell: ({ channel }) => deliveryTexts.channels[channel],
      fixed: true,
      minWidth: 60,
    },
    {
      key: 'role',
      header: deliveryTexts.role,
      cell: roleText,
      fixed: true,
      twoLines: true,
      // An administrator’s list has “Alarm to an administrator”.
      minWidth: scope === OWN_SCOPE ? 64 : 98,
      width: scope === OWN_SCOPE ? 86 : 98,
      rank: 4,
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
      minWidth: 84,
      width: 124,
      wide: 184,
      rank: 1,
    },
    {
      key: 'about',
      header: deliveryTexts.about,
      cell: (message) => <SubmissionLink scope={scope} message={message} short />,
      twoLines: true,
      minWidth: 80,
      width: 132,
      rank: 2,
    },
    {
      key: 'created_at',
      header: deliveryTexts.created,
      cell: ({ created_at }) => <ListTime at={created_at} />,
      isTime: true,
      sort: 'created_at',
      firstOrder: 'desc',
    },
    {
      key: 'sent_at',
      header: deliveryTexts.sent,
      cell: ({ created_at, sent_at }) =>
        sent_at === null ? (
          <MissingValue>{deliveryTexts.notYet}</MissingValue>
        ) : (
          <ListTime at={sent_at} after={created_at} />
        ),
      isTime: true,
      minWidth: 90,
    },
    {
      key: 'attempts',
      header: deliveryTexts.attemptsHeader,
      cell: (message) =>
        countAttempts(message) ?? <MissingValue>{deliveryTexts.attemptsColumnDeleted}</MissingValue>,
      numeric: true,
      fixed: true,
      minWidth: 66,
    },
  ];
}
