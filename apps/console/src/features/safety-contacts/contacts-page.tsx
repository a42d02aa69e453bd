import { contactTexts } from '../../texts/safety-contacts.ts';
import { ContactsScreen } from './contacts-screen.tsx';
import { TEAM_CONTACTS } from './contacts-store.ts';

/** The team’s own safety contacts. */
export function Component() {
  return <ContactsScreen store={TEAM_CONTACTS} description={contactTexts.description} />;
}
