import type { Delivery } from '@callpoint/contract/deliveries';
import { showPersonalLinks } from '@callpoint/contract/respond-link';
import { IconMailOff } from '@tabler/icons-react';
import { useParams } from '../../links/location.ts';
import { Link } from '../../links/link.ts';
import { FailedRead } from '../../states/failed-read.tsx';
import { NotFoundPage } from '../../page/not-found-page.tsx';
import { Page } from '../../page/page.tsx';
import { SkeletonForm } from '../../states/skeletons.tsx';
import { StateBlock } from '../../states/state-block.tsx';
import { isRowId, OWN_SCOPE, type Scope } from '../../list/scope.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { MissingValue, RecipientAddress } from '../../display/cells.tsx';
import { DescriptionItem, DescriptionList } from '../../display/description-list.tsx';
import { exactTimestampText } from '../../display/exact-timestamp-text.ts';
import { timestampText } from '../../display/timestamp-text.ts';
import { SubmissionLink } from './submission-link.tsx';
import { Attempts } from './attempts.tsx';
import { DeliveryStatusLine } from './delivery-status-line.tsx';
import { useDelivery, useOwnScope } from './deliveries.api.ts';
import classes from './deliveries.module.css';
import { ResendButton, stateElementId } from './resend-button.tsx';
import { StateBadge } from './state-badge.tsx';
import { addressText, deletedText, roleText } from './delivery-status.ts';

/** One message: exactly what was sent, to whom, and every attempt. */
export function Component() {
  const { deliveryId = '' } = useParams();
  return isRowId(deliveryId) ? <Message key={deliveryId} id={Number(deliveryId)} /> : <NotFoundPage />;
}

function Message({ id }: { id: number }) {
  const scope = useOwnScope();
  const { data: message, error, isFetching, refetch } = useDelivery(scope, id);
  return (
    <Page
      title={deliveryTexts.messageTitle(id)}
      parent={{ label: deliveryTexts.title, to: '/deliveries' }}
      action={message && <ResendButton scope={scope} message={message} />}
    >
      {error && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={deliveryTexts.oneReadFailed}
          stale={message !== undefined}
        />
      )}
      {message === undefined && !error && <SkeletonForm fields={6} />}
      {message === null && (
        <StateBlock
          icon={<IconMailOff size={22} />}
          title={deliveryTexts.noMessage}
          action={<Link to="/deliveries">{deliveryTexts.toMessages}</Link>}
        >
          {deliveryTexts.noMessageDescription}
        </StateBlock>
      )}
      {message && <MessageFacts scope={scope} message={message} />}
    </Page>
  );
}

function MessageFacts({ scope, message }: { scope: Scope; message: Delivery }) {
  const { state, address, channel, subject, body, attempts } = message;
  const deleted = deletedText(message);
  return (
    <DescriptionList>
      <DescriptionItem name={deliveryTexts.state}>
        <div id={stateElementId(message.id)} tabIndex={-1}>
          <StateBadge state={state} />
          <div className={classes['outcome']}>
            <DeliveryStatusLine message={message} />
          </div>
        </div>
      </DescriptionItem>
      <DescriptionItem name={deliveryTexts.address}>
        {address ? (
          <RecipientAddress address={address} />
        ) : (
          <MissingValue>{addressText(message)}</MissingValue>
        )}
        <div className={classes['soft']}>
          {deliveryTexts.channels[channel]} · {roleText(message)}
        </div>
      </DescriptionItem>
      {scope !== OWN_SCOPE && (
        <DescriptionItem name={deliveryTexts.subscriber}>
          <Link to={`/subscriber/profile/${message.team_id}`}>
            <bdi>{message.account_name}</bdi>
            {deliveryTexts.afterSubscriber(message.team_id)}
          </Link>
        </DescriptionItem>
      )}
      <DescriptionItem name={deliveryTexts.about}>
        <SubmissionLink scope={scope} message={message} />
      </DescriptionItem>
      <DescriptionItem name={deliveryTexts.created}>
        <time dateTime={message.created_at} title={exactTimestampText(message.created_at)}>
          {timestampText(message.created_at)}
        </time>
      </DescriptionItem>
      {subject !== null && <DescriptionItem name={deliveryTexts.subject}>{subject}</DescriptionItem>}
      <DescriptionItem name={deliveryTexts.text}>
        {deleted === null ? showPersonalLinks(body) : <MissingValue>{deleted}</MissingValue>}
      </DescriptionItem>
      <DescriptionItem name={deliveryTexts.allAttempts}>
        {attempts.length > 0 ? (
          <Attempts attempts={attempts} />
        ) : (
          <MissingValue>
            {deleted === null ? deliveryTexts.noAttempts : deliveryTexts.attemptsDeleted}
          </MissingValue>
        )}
      </DescriptionItem>
    </DescriptionList>
  );
}
