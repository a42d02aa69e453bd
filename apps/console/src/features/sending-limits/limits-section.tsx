import { CHANNELS } from '@callpoint/contract/channels/channels';
import type { SendingLimits } from '@callpoint/contract/sending-limits';
import { Link } from '../../links/link.ts';
import { FailedRead } from '../../states/failed-read.tsx';
import { SkeletonForm } from '../../states/skeletons.tsx';
import { CollapsibleSection, ReadOnlyCard } from '../../form/record/section.tsx';
import { sendingLimitTexts as texts } from '../../texts/sending-limits.ts';
import { timestampText } from '../../display/timestamp-text.ts';
import { ChannelUsage } from './channel-usage.tsx';
import { OwnLimitsForm } from './own-limits-form.tsx';
import { ReleaseButton } from './release-button.tsx';
import classes from './sending-limits.module.css';
import { useSendingLimits, type LimitsTarget } from './sending-limits.api.ts';

/**
 * How many messages a subscriber may send to external recipients, and the held ones. Administrators change both.
 * @param props.toggleId the element id of its toggle
 */
export function LimitsSection({ of, toggleId }: { of: LimitsTarget; toggleId: string }) {
  const { data, error, isFetching, refetch } = useSendingLimits(of);
  return (
    <CollapsibleSection title={texts.title} id={toggleId}>
      {error && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={texts.readFailed}
          stale={data !== undefined}
        />
      )}
      {!data && !error && <SkeletonForm fields={2} />}
      {data && <Usage of={of} limits={data} />}
      {data && of !== 'self' && <OwnLimitsForm key={of.teamId} teamId={of.teamId} limits={data} />}
    </CollapsibleSection>
  );
}

function Usage({ of, limits }: { of: LimitsTarget; limits: SendingLimits }) {
  const { day_ends_at } = limits;
  const held = CHANNELS.reduce((sum, channel) => sum + limits[channel].held, 0);
  return (
    <ReadOnlyCard>
      <p className={classes['soft']}>{of === 'self' ? texts.descriptionForOwn : texts.description}</p>
      <dl className={classes['channels']}>
        {CHANNELS.map((channel) => (
          <ChannelUsage key={channel} channel={channel} usage={limits[channel]} />
        ))}
      </dl>
      <Advice of={of} limits={limits} />
      <div className={classes['actions']}>
        {of !== 'self' && held > 0 && <ReleaseButton teamId={of.teamId} held={held} />}
        {of === 'self' && held > 0 && <Link to="/deliveries?state=held">{texts.toHeld}</Link>}
        <span className={classes['soft']}>
          {texts.resets} <time dateTime={day_ends_at}>{timestampText(day_ends_at)}</time>
        </span>
      </div>
    </ReadOnlyCard>
  );
}

/** What the reader can do about a limit. */
function Advice({ of, limits }: { of: LimitsTarget; limits: SendingLimits }) {
  if (!limits.is_confirmed) return <p>{of === 'self' ? texts.unconfirmedOwn : texts.unconfirmed}</p>;
  const isReached = CHANNELS.map((channel) => limits[channel]).some(
    ({ used, limit, held }) => held > 0 || (limit > 0 && used >= limit),
  );
  return (
    of === 'self' &&
    isReached && (
      <p>
        {texts.reachedOwn} <Link to="/contact">{texts.askForMore}</Link>
      </p>
    )
  );
}
