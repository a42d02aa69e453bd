import { BUTTON_LABELS, isButtonId } from '@callpoint/contract/catalog';
import { useParams } from '../../links/location.ts';
import { NotFoundPage } from '../../page/not-found-page.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import type { SettingsSlots } from './cards/card-spec.ts';
import { ItemSettings } from './item-settings.tsx';

/** What happens when a safety button is pressed. */
export function ButtonSettingsPage({ slots }: { slots: SettingsSlots }) {
  const { formId = '' } = useParams();
  const id = Number(formId);
  if (!isButtonId(id) || formId !== String(id)) return <NotFoundPage />;
  return (
    <ItemSettings
      key={id}
      item={{ kind: 'button', id }}
      title={BUTTON_LABELS[id]}
      description={settingsTexts.buttonDescription}
      slots={slots}
    />
  );
}
