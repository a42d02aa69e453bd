import { DASHBOARD_SLOTS } from '@callpoint/contract/catalogue';
import type { Dashboard } from '@callpoint/contract/phone';
import { contacts, CONTACT_PERSON, HOME_PAGE_TOP_TEXT, type Contact } from '@callpoint/contract/settings';

/** The phone's main screen. The contacts are the subscriber's own or, without any, the platform's; without empty rows. */
export function buildDashboard(
  settings: ReadonlyMap<string, string>,
  platformContacts: string,
): Omit<Dashboard, 'should_change_password'> {
  const own = filledIn(settings.get(CONTACT_PERSON) ?? '[]');
  return {
    top_text: settings.get(HOME_PAGE_TOP_TEXT) ?? '',
    buttons: DASHBOARD_SLOTS.map(({ slot, label, opens }) => ({
      slot,
      label,
      kind: opens.kind,
      id: opens.kind === 'contacts' ? null : opens.id,
      mode: settings.get(`btn_${slot}_mode`) === 'yes' ? 'yes' : 'no',
      color: settings.get(`btn_${slot}_icon_color`) ?? null,
    })),
    contacts: own.length > 0 ? own : filledIn(platformContacts),
  };
}

function filledIn(json: string): Contact[] {
  const parsed = contacts.safeParse(JSON.parse(json));
  return (parsed.data ?? []).filter(({ name, phone, email }) =>
    [name, phone, email].some((part) => part.trim() !== ''),
  );
}
