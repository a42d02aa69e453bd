import { DASHBOARD_SLOTS } from '@callpoint/contract/catalog';
import type { Dashboard } from '@callpoint/contract/phone';
import { CONTACT_PERSON, HOME_PAGE_TOP_TEXT, iconColorKey, modeKey } from '@callpoint/contract/setting-keys';
import { contacts, type Contact } from '@callpoint/contract/setting-values';

/** The phone's main screen, as far as it follows from settings. */
export function buildDashboard(
  settings: ReadonlyMap<string, string>,
  platformContacts: string,
): Pick<Dashboard, 'top_text' | 'buttons' | 'contacts'> {
  return {
    top_text: settings.get(HOME_PAGE_TOP_TEXT) ?? '',
    buttons: DASHBOARD_SLOTS.map(({ slot, label, opens }) => ({
      slot,
      label,
      kind: opens.kind,
      id: opens.kind === 'contacts' ? null : opens.id,
      mode: settings.get(modeKey(slot)) === 'yes' ? 'yes' : 'no',
      color: settings.get(iconColorKey(slot)) ?? null,
    })),
    contacts: chooseContacts(settings.get(CONTACT_PERSON) ?? '[]', platformContacts),
  };
}

/**
 * The subscriber's own contacts. If none of them can be called, the platform's contacts come first: a person with only
 * an email address is no help in an emergency, but stays on the list.
 */
function chooseContacts(ownJson: string, platformJson: string): Contact[] {
  const own = reachable(ownJson);
  return own.some(({ phone }) => phone.trim() !== '') ? own : [...reachable(platformJson), ...own];
}

/** The contacts with a number or an address. */
function reachable(json: string): Contact[] {
  const parsed = contacts.safeParse(JSON.parse(json));
  return (parsed.data ?? []).filter(({ phone, email }) => phone.trim() !== '' || email.trim() !== '');
}
