import { BUTTON_LABELS, isButtonId, type ButtonId, type Item } from '@callpoint/contract/catalogue';
import { useParams } from 'react-router';
import { NotFoundPage } from '../../page/not-found-page.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { emailGroups, screenGroups, smsGroups } from './field-specs.ts';
import { SettingsPage } from './settings-page.tsx';

/** What happens when a safety button is pressed. */
export function Component() {
  const { formId = '' } = useParams();
  const id = Number(formId);
  return isButtonId(id) && formId === String(id) ? <ButtonSettings key={id} id={id} /> : <NotFoundPage />;
}

function ButtonSettings({ id }: { id: ButtonId }) {
  const item: Item = { kind: 'button', id };
  return (
    <SettingsPage
      title={BUTTON_LABELS[id]}
      description={settingsTexts.buttonMeans}
      name={`settings button ${id}`}
      cards={[
        { title: settingsTexts.screenCard, groups: screenGroups(item), press: { item, part: 'screen' } },
        { title: settingsTexts.emailCard, groups: emailGroups(item), press: { item, part: 'email' } },
        { title: settingsTexts.smsCard, groups: smsGroups(item), press: { item, part: 'sms' } },
      ]}
    />
  );
}
