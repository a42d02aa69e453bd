import { ContactList } from '../../display/contact-list.tsx';
import { Screen } from '../../display/screen.tsx';
import { dashboard, emergencyNumber } from '../../session/dashboard.ts';
import { useStore } from '../../store/use-store.ts';
import { texts } from '../../texts/texts.ts';

/** The safety contacts, also offline. */
export function Contacts() {
  const shown = useStore(dashboard);
  return (
    <Screen title={texts.menu.contacts}>
      <ContactList contacts={shown?.contacts ?? []} number={emergencyNumber(shown)} />
    </Screen>
  );
}
