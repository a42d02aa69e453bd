import { FORM_LABELS, isFormId, type FormId, type Item } from '@callpoint/contract/catalogue';
import { useParams } from 'react-router';
import { NotFoundPage } from '../../page/not-found-page.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import type { SettingsSlots } from './card-spec.ts';
import { emailGroups, screenGroups } from './field-specs.ts';
import { SettingsPage } from './settings-page.tsx';

/** What happens when a form is sent. */
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
      description={settingsTexts.formMeans}
      name={`settings form ${id}`}
      slots={slots}
      cards={[
        { title: settingsTexts.screenCard, groups: screenGroups(item), dryRun: { item, part: 'screen' } },
        { title: settingsTexts.emailCard, groups: emailGroups(item), dryRun: { item, part: 'email' } },
      ]}
    />
  );
}
