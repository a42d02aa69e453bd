import type { Channel } from '@callpoint/contract/channels/channels';
import type { ChannelLimit } from '@callpoint/contract/sending-limits';
import { IconPlayerPause } from '@tabler/icons-react';
import { sendingLimitTexts as texts } from '../../texts/sending-limits.ts';
import classes from './sending-limits.module.css';

interface ChannelUsageProps {
  channel: Channel;
  usage: ChannelLimit;
}

/** How much of one channel's limit is used today. */
export function ChannelUsage({ channel, usage }: ChannelUsageProps) {
  const { limit, held } = usage;
  return (
    <div className={classes['usage']}>
      <dt>{texts.channels[channel]}</dt>
      <dd>
        {limit === 0 ? <strong>{texts.none}</strong> : <UsageBar channel={channel} usage={usage} />}
        {held > 0 && (
          <span className={classes['held']}>
            <IconPlayerPause aria-hidden size={18} />
            {texts.held(held)}
          </span>
        )}
      </dd>
    </div>
  );
}

function UsageBar({ channel, usage: { kind, limit, used } }: ChannelUsageProps) {
  const share = Math.min(1, used / limit);
  return (
    <>
      <strong>{texts.used(used, limit)}</strong> {texts.counted[kind][channel]}
      <span aria-hidden className={classes['bar']} data-full={share === 1 || undefined}>
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </>
  );
}
