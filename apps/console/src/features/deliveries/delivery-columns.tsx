import { countAttempts, type Delivery } from '@callpoint/contract/deliveries';
import { OWN_SCOPE, type Scope } from '../../list/scope.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { MissingValue, Address, RecordLink } from '../../display/cells.tsx';
import { Timestamp } from '../../display/timestamp.tsx';
import type { Column } from '../../table/table-types.ts';
import { SubmissionLink } from './submission-link.tsx';
import { StateBadge } from './state-badge.tsx';
import { addressText, roleText } from './delivery-status.ts';

export function deliveryColumns(scope: Scope): Column<Delivery>[] {
  const account: Column<Delivery> = {
    key: 'team_id',
    header: deliveryTexts.account,
    cell: ({ team_id }) => (
      <RecordLink to={`/deliveries?team_id=${team_id}`} label={deliveryTexts.ofAccount(team_id)}>
        {team_id}
      </RecordLink>
    ),
    numeric: true,
  };
  return [
    {
      key: 'id',
      header: deliveryTexts.id,
      cell: ({ id }) => (
        <RecordLink to={`/deliveries/${id}`} label={deliveryTexts.openMessage(id)}>
          {id}
        </RecordLink>
      ),
      numeric: true,
    },
    ...(scope === OWN_SCOPE ? [] : [account]),
    { key: 'state', header: deliveryTexts.state, cell: ({ state }) => <StateBadge state={state} /> },
    {
      key: 'channel',
      header: deliveryTexts.channel,
      cell: ({ channel }) => deliveryTexts.channels[channel],
    },
    { key: 'role', header: deliveryTexts.role, cell: roleText, minWidth: 96 },
    {
      key: 'address',
      header: deliveryTexts.address,
      cell: (message) =>
        message.address ? (
          <Address address={message.address} />
        ) : (
          <MissingValue>{addressText(message)}</MissingValue>
        ),
      minWidth: 120,
    },
    {
      key: 'about',
      header: deliveryTexts.about,
      cell: (message) => <SubmissionLink scope={scope} message={message} />,
      minWidth: 136,
    },
    {
      key: 'created_at',
      header: deliveryTexts.created,
      cell: ({ created_at }) => <Timestamp at={created_at} />,
      sort: 'created_at',
      firstOrder: 'desc',
    },
    {
      key: 'sent_at',
      header: deliveryTexts.sent,
      cell: ({ sent_at }) =>
        sent_at === null ? <MissingValue>{deliveryTexts.notYet}</MissingValue> : <Timestamp at={sent_at} />,
    },
    {
      key: 'attempts',
      header: deliveryTexts.attemptsHeader,
      cell: (message) =>
        countAttempts(message) ?? <MissingValue>{deliveryTexts.attemptsColumnDeleted}</MissingValue>,
      numeric: true,
    },
  ];
}
