import { itemLabel, isButtonId, isFormId } from '@callpoint/contract/catalogue';
import type { Found } from '@callpoint/contract/find';
import type { ConsoleRole } from '@callpoint/contract/permissions';
import { IconBuilding, IconFileDescription, IconListSearch, IconMail, IconUser } from '@tabler/icons-react';
import { readableNumber } from '../../display/readable-number.ts';
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
        opens: page(entry.to),
      })),
    },
    settingsGroup(settings, text),
    ...(found ? foundGroups(role, found) : []),
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
                opens: page(`/records?search=${encodeURIComponent(text)}`),
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

function page(to: PagePath): Result['opens'] {
  return { to };
}

function foundGroups(role: ConsoleRole, { people, records, subscribers, messages }: Found): ResultGroup[] {
  return [
    {
      heading: texts.people,
      results: people.map(({ id, team_id, name, email }) => ({
        key: `person ${id}`,
        label: name,
        what: email,
        detail: null,
        icon: IconUser,
        opens: page(role === 'admin' ? `/subscriber/users/${team_id}?search=%23${id}` : `/users/edit/${id}`),
      })),
    },
    {
      heading: texts.subscribers,
      results: subscribers.map(({ id, account_name, email }) => ({
        key: `subscriber ${id}`,
        label: account_name,
        what: email,
        detail: null,
        icon: IconBuilding,
        opens: page(`/subscriber/profile/${id}`),
      })),
    },
    {
      heading: texts.records,
      results: records.map(({ kind, id, item_id, team_id, name, created_at }) => {
        const scope = role === 'admin' ? teamScope(team_id) : OWN_SCOPE;
        const path = scope.recordsPath(kind === 'button' ? 'button_data' : 'form_data', item_id);
        return {
          key: `${kind} ${id}`,
          label: name,
          what: itemText(kind, item_id),
          detail: listTimeText(created_at),
          icon: IconFileDescription,
          opens: page(`${path}/${id}`),
        };
      }),
    },
    {
      heading: texts.messages,
      results: messages.map(({ id, address, subject, created_at }) => ({
        key: `message ${id}`,
        label: subject || addressText(address),
        ...(subject ? { what: addressText(address) } : {}),
        detail: listTimeText(created_at),
        icon: IconMail,
        opens: page(`/deliveries/${id}`),
      })),
    },
  ];
}

/** A skipped message may have no address. */
function addressText(address: string): string {
  return readableNumber(address) || texts.noAddress;
}

function itemText(kind: 'button' | 'form', id: number): string {
  if (kind === 'button') return isButtonId(id) ? itemLabel({ kind, id }) : String(id);
  return isFormId(id) ? itemLabel({ kind, id }) : String(id);
}
