import { BUTTON_LABELS, isButtonId, type ButtonId, type Item } from '@callpoint/contract/catalogue';
import { CHANNEL, CHANNELS } from '@callpoint/contract/channels/channels';
import { useParams } from 'react-router';
import { NotFoundPage } from '../../page/not-found-page.tsx';
import { channelSettingsTexts } from '../../texts/channel-settings.ts';
import { settingsTexts } from '../../texts/settings.ts';
import type { SettingsSlots } from './card-spec.ts';
import { channelGroups, screenGroups } from './channel-groups.ts';
import { SettingsPage } from './settings-page.tsx';

/** What happens when a safety button is pressed. */
export function ButtonSettingsPage({ slots }: { slots: SettingsSlots }) {
  const { formId = '' } = useParams();
  const id = Number(formId);
  return isButtonId(id) && formId === String(id) ? (
    <ButtonSettings key={id} id={id} slots={slots} />
  ) : (
    <NotFoundPage />
  );
}

function ButtonSettings({ id, slots }: { id: ButtonId; slots: SettingsSlots }) {
  const item: Item = { kind: 'button', id };
  return (
    <SettingsPage
      title={BUTTON_LABELS[id]}
      description={settingsTexts.buttonDescription}
      name={`settings button ${id}`}
      slots={slots}
      cards={[
        {
          title: channelSettingsTexts.screenCard,
          groups: screenGroups(item),
          dryRun: { item, part: 'screen' },
        },
        ...CHANNELS.filter((channel) => CHANNEL[channel].items.includes(item.kind)).map((channel) => ({
          title: channelSettingsTexts.channels[channel].card,
          groups: channelGroups(channel, item),
          dryRun: { item, part: channel },
        })),
      ]}
    />
  );
}
