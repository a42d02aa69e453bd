import { contactTexts } from '../../texts/safety-contacts.ts';
import { ContactsScreen } from './contacts-screen.tsx';
import { PLATFORM_CONTACTS } from './contacts-store.ts';

/** The platform’s safety contacts, for administrators. */
export function Component() {
  return <ContactsScreen store={PLATFORM_CONTACTS} description={contactTexts.platformDescription} />;
}
