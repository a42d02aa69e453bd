import { FORM_LABELS, isFormId, type FormId, type Item } from '@callpoint/contract/catalogue';
import { useParams } from 'react-router';
import { NotFoundPage } from '../../feedback/not-found.tsx';
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
      description="What happens when somebody sends this form."
      name={`settings form ${id}`}
      cards={[
        { title: 'IN-APP RESPONSE (On Screen Alert For User)', groups: screenGroups(item) },
        { title: 'Email Notification Settings', groups: emailGroups(item) },
      ]}
    />
  );
}
