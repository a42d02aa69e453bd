import { FORM_LABELS, isFormId, type FormId, type Item } from '@callpoint/contract/catalogue';
import { CHANNEL, CHANNELS } from '@callpoint/contract/channels/channels';
import { useParams } from 'react-router';
import { NotFoundPage } from '../../page/not-found-page.tsx';
import { channelSettingsTexts } from '../../texts/channel-settings.ts';
import { settingsTexts } from '../../texts/settings.ts';
import type { SettingsSlots } from './card-spec.ts';
import { channelGroups, screenGroups } from './channel-groups.ts';
import { SettingsPage } from './settings-page.tsx';

/** What happens when a form is submitted. */
export function FormSettingsPage({ slots }: { slots: SettingsSlots }) {
  const { formId = '' } = useParams();
  const id = Number(formId);
  return isFormId(id) && formId === String(id) ? (
    <FormSettings key={id} id={id} slots={slots} />
  ) : (
    <NotFoundPage />
  );
}

function FormSettings({ id, slots }: { id: FormId; slots: SettingsSlots }) {
  const item: Item = { kind: 'form', id };
  return (
    <SettingsPage
      title={FORM_LABELS[id]}
      description={settingsTexts.formDescription}
      name={`settings form ${id}`}
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
