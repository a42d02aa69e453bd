import { FORM_LABELS, isFormId } from '@callpoint/contract/catalog';
import { useParams } from '../../links/location.ts';
import { NotFoundPage } from '../../page/not-found-page.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import type { SettingsSlots } from './cards/card-spec.ts';
import { ItemSettings } from './item-settings.tsx';

/** What happens when a form is submitted. */
export function FormSettingsPage({ slots }: { slots: SettingsSlots }) {
  const { formId = '' } = useParams();
  const id = Number(formId);
  if (!isFormId(id) || formId !== String(id)) return <NotFoundPage />;
  return (
    <ItemSettings
      key={id}
      item={{ kind: 'form', id }}
      title={FORM_LABELS[id]}
      description={settingsTexts.formDescription}
      slots={slots}
    />
  );
}
