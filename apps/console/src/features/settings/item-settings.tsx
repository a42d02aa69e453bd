import type { Item } from '@callpoint/contract/catalogue';
import { CHANNEL, CHANNELS } from '@callpoint/contract/channels/channels';
import { channelSettingsTexts } from '../../texts/channel-settings.ts';
import type { SettingsSlots } from './card-spec.ts';
import { channelGroups, screenGroups } from './channel-groups.ts';
import { SettingsPage } from './settings-page.tsx';

interface ItemSettingsProps {
  item: Item;
  title: string;
  description: string;
  slots: SettingsSlots;
}

/** The settings of a button or a form: a card for the phone's screen, and one for each channel that sends messages about it. */
export function ItemSettings({ item, title, description, slots }: ItemSettingsProps) {
  const channels = CHANNELS.filter((channel) => CHANNEL[channel].items.includes(item.kind));
  return (
    <SettingsPage
      title={title}
      description={description}
      name={`settings ${item.kind} ${item.id}`}
      slots={slots}
      cards={[
        {
          title: channelSettingsTexts.screenCard,
          groups: screenGroups(item),
          dryRun: { item, part: 'screen' },
        },
        ...channels.map((channel) => ({
          title: channelSettingsTexts.channels[channel].card,
          groups: channelGroups(channel, item),
          dryRun: { item, part: channel },
        })),
      ]}
    />
  );
}
