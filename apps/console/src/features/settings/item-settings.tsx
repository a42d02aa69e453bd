import type { Item } from '@callpoint/contract/catalog';
import { CHANNEL, CHANNELS, isRouted } from '@callpoint/contract/channels/channels';
import { channelSettingsTexts } from '../../texts/channel-settings.ts';
import { recipientTexts } from '../../texts/recipients.ts';
import { settingsTexts } from '../../texts/settings.ts';
import type { SettingsSlots } from './cards/card-spec.ts';
import { channelGroups, screenGroups } from './cards/channel-groups.ts';
import { escalationGroups } from './escalation/escalation-groups.ts';
import { SettingsPage } from './settings-page.tsx';

interface ItemSettingsProps {
  item: Item;
  title: string;
  description: string;
  slots: SettingsSlots;
}

/** The settings of a button or a form: a card for the phone's screen, and one for each channel that sends messages about it. */
export function ItemSettings({ item, title, description, slots }: ItemSettingsProps) {
  const channels = CHANNELS.filter(isRouted).filter((channel) => CHANNEL[channel].items.includes(item.kind));
  return (
    <SettingsPage
      title={title}
      description={description}
      name={`settings ${item.kind} ${item.id}`}
      slots={slots}
      item={item}
      cards={[
        {
          title: channelSettingsTexts.screenCard,
          section: recipientTexts.onScreen,
          groups: screenGroups(item),
          dryRun: { item, part: 'screen' },
        },
        ...channels.map((channel) => ({
          title: channelSettingsTexts.channels[channel].card,
          section: CHANNEL[channel].label,
          groups: channelGroups(channel, item),
          dryRun: { item, part: channel },
        })),
        ...(item.kind === 'button'
          ? [{ title: settingsTexts.escalation.card, groups: escalationGroups(item.id), timelineOf: item.id }]
          : []),
      ]}
    />
  );
}
