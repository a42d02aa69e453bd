import type { Channel } from '@callpoint/contract/channels/channels';
import type { FaultCount, Overview } from '@callpoint/contract/overview';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { overviewTexts as texts } from '../../texts/overview.ts';
import { FaultsTable } from './faults-table.tsx';
import classes from './overview.module.css';

/** From the texts: the declarations of the channels are large. */
const CHANNELS = Object.keys(texts.channels) as Channel[];
const ICON = { 'aria-hidden': true, size: 18, stroke: 1.75 } as const;

/** Whether each channel is configured, and why its messages were not sent: the most frequent reason first. */
export function ChannelsSection({ reach, faults }: Pick<Overview, 'reach' | 'faults'>) {
  return (
    <section aria-labelledby="overview-channels">
      <h2 id="overview-channels" className={classes['heading']}>
        {texts.channelsTitle}
      </h2>
      <ul className={classes['channels']}>
        {CHANNELS.map((channel) => (
          <ChannelState
            key={channel}
            channel={channel}
            isConfigured={!reach.not_configured.includes(channel)}
            faults={faults.filter((fault) => fault.channel === channel)}
          />
        ))}
      </ul>
      {faults.length > 0 && <FaultsTable faults={faults} />}
    </section>
  );
}

interface ChannelStateProps {
  channel: Channel;
  isConfigured: boolean;
  faults: readonly FaultCount[];
}

function ChannelState({ channel, isConfigured, faults }: ChannelStateProps) {
  const errors = faults.reduce((sum, { total }) => sum + total, 0);
  const level = isConfigured ? (errors > 0 ? 'amber' : 'green') : 'red';
  return (
    <li>
      <strong>{texts.channels[channel]}</strong>
      <span className={classes['level']} data-level={level}>
        {level === 'green' ? <IconCircleCheck {...ICON} /> : <IconAlertTriangle {...ICON} />}
        {isConfigured ? texts.errors(errors) : texts.notConfigured[channel]}
      </span>
    </li>
  );
}
