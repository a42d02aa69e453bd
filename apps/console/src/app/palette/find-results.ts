import { ITEM_CHOICES, type SubmissionKind } from '@callpoint/contract/catalog';
import type { Found } from '@callpoint/contract/find';
import type { ConsoleRole } from '@callpoint/contract/permissions';
import {
  IconAddressBook,
  IconBuilding,
  IconInbox,
  IconListSearch,
  IconMailCheck,
  IconUsers,
} from '@tabler/icons-react';
import { readableNumber } from '../../display/readable-number.ts';
import { contactFieldKey } from '../../features/safety-contacts/contact-field-key.ts';
import { listTimeText } from '../../display/timestamp-text.ts';
import type { PagePath } from '../../links/page-path.ts';
import { OWN_SCOPE, teamScope } from '../../list/scope.ts';
import { paletteTexts as texts } from '../../texts/palette.ts';
import type { MenuIcon } from '../../texts/menu-entries.ts';
import type { FoundPage } from '../shell/search/find-pages.ts';
import type { SettingSearch } from './settings/setting-search.ts';

export interface Result {
  key: string;
  label: string;
  /** Tells results with one label apart: the address of a person, the button of a record. The label is cut first. */
  what?: string;
  /** Quiet text at the end of the line. */
  detail: string | null;
  icon: MenuIcon;
  /** A page, or what shows it. */
  opens: { to: PagePath } | { show: () => void };
}
export interface ResultGroup {
  heading: string;
  results: readonly Result[];
}

/** Pages that are shown next to other results. */
const MOST_PAGES = 5;

/** The results for what was typed, in groups: pages first, because they are found without the server. */
export function groupResults(
  role: ConsoleRole,
  pages: readonly FoundPage[],
  settings: SettingSearch | null,
  found: Found | undefined,
  typed: string,
): ResultGroup[] {
  const text = typed.trim();
  const shownPages = text === '' ? pages : pages.slice(0, MOST_PAGES);
  const groups: ResultGroup[] = [
    {
      heading: texts.pages,
      results: shownPages.map(({ entry, heading }) => ({
        key: entry.to,
        label: entry.label,
        detail: heading,
        icon: entry.icon,
        opens: { to: entry.to },
      })),
    },
    settingsGroup(settings, text),
    ...(found ? foundGroups(role, found, settings) : []),
    {
      heading: texts.more,
      results:
        text === ''
          ? []
          : [
              {
                key: 'all records',
                label: texts.searchRecords(text),
                detail: null,
                icon: IconListSearch,
                opens: { to: `/records?search=${encodeURIComponent(text)}` },
              },
            ],
    },
  ];
  return groups.filter(({ results }) => results.length > 0);
}

function settingsGroup(settings: SettingSearch | null, text: string): ResultGroup {
  const { found, total } = settings?.find(text) ?? { found: [], total: 0 };
  return {
    heading: found.length < total ? texts.someSettings(found.length, total) : texts.settings,
    results: found.map((entry) => ({
      key: `setting ${entry.key}`,
      label: entry.label,
      detail: entry.where.join(' · '),
      icon: entry.icon,
      opens: { show: () => settings?.open(entry) },
    })),
  };
}

/** Subscribers are first: who types the name of one does not want the people who have it in their email address. */
function foundGroups(role: ConsoleRole, found: Found, settings: SettingSearch | null): ResultGroup[] {
  return [
    {
      heading: texts.subscribers,
      results: found.subscribers.map(({ id, account_name, email }) => ({
        key: `subscriber ${id}`,
        label: account_name,
        what: email,
        detail: null,
        icon: IconBuilding,
        opens: { to: `/subscriber/profile/${id}` },
      })),
    },
    {
      heading: texts.people,
      results: [
        ...found.people.map(({ id, team_id, name, email }) => ({
          key: `person ${id}`,
          label: name,
          what: email,
          detail: null,
          icon: IconUsers,
          opens: {
            to:
              role === 'admin'
                ? (`/subscriber/users/${team_id}?search=%23${id}` as const)
                : (`/users/edit/${id}` as const),
          },
        })),
        ...found.contacts.map((contact) => contactResult(role, contact, settings)),
      ],
    },
    {
      heading: texts.records,
      results: found.records.map(({ kind, id, item_id, team_id, name, created_at }) => {
        const scope = role === 'admin' ? teamScope(team_id) : OWN_SCOPE;
        const path = scope.recordsPath(kind === 'button' ? 'button_data' : 'form_data', item_id);
        return {
          key: `${kind} ${id}`,
          label: name,
          what: itemText(kind, item_id),
          detail: listTimeText(created_at),
          icon: IconInbox,
          opens: { to: `${path}/${id}` },
        };
      }),
    },
    {
      heading: texts.messages,
      results: found.messages.map(({ id, address, subject, created_at }) => ({
        key: `message ${id}`,
        ...labelOf(subject, addressText(address)),
        detail: listTimeText(created_at),
        icon: IconMailCheck,
        opens: { to: `/deliveries/${id}` },
      })),
    },
  ];
}

function contactResult(
  role: ConsoleRole,
  { position, name, email, phone }: Found['contacts'][number],
  settings: SettingSearch | null,
): Result {
  const to = role === 'admin' ? '/SafetyContacts' : '/safety-contacts';
  const field = contactFieldKey(position - 1, 'name');
  return {
    key: field,
    ...labelOf(name, email || readableNumber(phone)),
    detail: texts.safetyContact,
    icon: IconAddressBook,
    opens: settings ? { show: () => settings.open({ opens: { to, field } }) } : { to },
  };
}

/** The address tells results with one name apart; without a name it is the label. */
function labelOf(name: string | null, address: string): Pick<Result, 'label' | 'what'> {
  return name ? { label: name, what: address } : { label: address };
}

/** A skipped message may have no address. */
function addressText(address: string): string {
  return readableNumber(address) || texts.noAddress;
}

function itemText(kind: SubmissionKind, id: number): string {
  return ITEM_CHOICES.find(({ value }) => value === `${kind}-${id}`)?.label ?? String(id);
}
