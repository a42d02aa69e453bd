import { BUTTON_LABELS, isButtonId, type ButtonId, type Item } from '@callpoint/contract/catalogue';
import { useParams } from 'react-router';
import { NotFoundPage } from '../../page/not-found-page.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import type { SettingsSlots } from './card-spec.ts';
import { emailGroups, screenGroups, smsGroups } from './field-specs.ts';
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
      description={settingsTexts.buttonMeans}
      name={`settings button ${id}`}
      slots={slots}
      cards={[
        { title: settingsTexts.screenCard, groups: screenGroups(item), dryRun: { item, part: 'screen' } },
        { title: settingsTexts.emailCard, groups: emailGroups(item), dryRun: { item, part: 'email' } },
        { title: settingsTexts.smsCard, groups: smsGroups(item), dryRun: { item, part: 'sms' } },
      ]}
    />
  );
}
