import { CONTACT_PERSON } from '@callpoint/contract/setting-keys';
import type { HistoryOf } from '../../form/history/history-of.ts';
import { api } from '../../net/api.ts';
import { CallError } from '../../net/call-error.ts';
import { contactTexts } from '../../texts/safety-contacts.ts';

/** The row that stores a list of safety contacts; `value` is JSON. */
export type ContactsRow = { id: number; value: string; updated_at: string };

/** Reads and saves one list of safety contacts. */
export interface ContactsStore {
  /** Its name among the reads and the drafts. */
  name: string;
  /** Where its history is. */
  history: Pick<HistoryOf, 'base' | 'subject'> & { column: string };
  read: (signal?: AbortSignal) => Promise<ContactsRow>;
  /** Saves over this version of the row. Throws a CallError if it is not the newest. */
  write: (row: ContactsRow, value: string) => Promise<{ updated_at: string }>;
}

const PAGE = { page: 1, per_page: 100 };

/** The signed-in team's own. */
export const TEAM_CONTACTS: ContactsStore = {
  name: 'safety-contacts',
  history: { base: '/tapi/v1', subject: 'settings', column: 'setting_value' },
  read: async (signal) => {
    const query = { filter_setting_key: CONTACT_PERSON, my: 'yes', ...PAGE };
    const { items } = await api.get('/tapi/v1/listPaged/settings', { query, signal });
    return rowOf(items[0], items[0]?.setting_value);
  },
  write: async ({ id, updated_at }, value) => {
    const body = { id, updated_at, data: { setting_value: value } };
    return (await api.post('/tapi/v1/update/settings', body)).data;
  },
};

/** The platform's, for administrators. */
export const PLATFORM_CONTACTS: ContactsStore = {
  name: 'platform safety-contacts',
  history: { base: '/api/v1', subject: 'config', column: 'config_value' },
  read: async (signal) => {
    const query = { filter_config_key: CONTACT_PERSON, ...PAGE };
    const { items } = await api.get('/api/v1/listPaged/config', { query, signal });
    return rowOf(items[0], items[0]?.config_value);
  },
  write: async ({ id, updated_at }, value) => {
    const body = { id, updated_at, data: { config_value: value } };
    return (await api.post('/api/v1/update/config', body)).data;
  },
};

function rowOf(row: { id: number; updated_at: string } | undefined, value = ''): ContactsRow {
  if (!row) throw new CallError('rejected', 404, [{ msg: contactTexts.noList }]);
  return { id: row.id, updated_at: row.updated_at, value };
}
