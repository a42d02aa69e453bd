import { FORM_LABELS, isFormId, type FormId, type Item } from '@callpoint/contract/catalogue';
import { useParams } from 'react-router';
import { NotFoundPage } from '../../page/not-found-page.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { emailGroups, screenGroups } from './field-specs.ts';
import { SettingsPage } from './settings-page.tsx';

/** What happens when a form is sent. */
export function Component() {
  const { formId = '' } = useParams();
  const id = Number(formId);
  return isFormId(id) && formId === String(id) ? <FormSettings key={id} id={id} /> : <NotFoundPage />;
}

function FormSettings({ id }: { id: FormId }) {
  const item: Item = { kind: 'form', id };
  return (
    <SettingsPage
      title={FORM_LABELS[id]}
      description={settingsTexts.formMeans}
      name={`settings form ${id}`}
      cards={[
        { title: settingsTexts.screenCard, groups: screenGroups(item), press: { item, part: 'screen' } },
        { title: settingsTexts.emailCard, groups: emailGroups(item), press: { item, part: 'email' } },
      ]}
    />
  );
}
