import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { CONTACT_PERSON, type Contact, type Setting } from '@callpoint/contract/settings';
import type { ListAnswer } from '../../lib/answers.ts';
import { api } from '../../lib/api.ts';
import { CallError } from '../../lib/call-error.ts';
import { contactTexts } from '../../lib/texts/safety-contacts.ts';
import { readContacts, replaceContact } from './contact-list.ts';

const KEY = ['safety-contacts'];

async function readRow(signal?: AbortSignal): Promise<Setting> {
  const query = { filter_setting_key: CONTACT_PERSON, my: 'yes', page: 1, per_page: 100 };
  const { items } = await api.get<ListAnswer<Setting>>('/tapi/v1/listPaged/settings', { query, signal });
  const [row] = items;
  if (!row) throw new CallError('refused', 404, [{ msg: contactTexts.noList }]);
  return row;
}

/** The people that app users can call, in their order. */
export function useContacts() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => readRow(signal),
    select: (row) => readContacts(row.setting_value),
  });
}

/** Replaces the contact at `index` (from 0) in the list as it is now, so that rows that others changed stay theirs. */
export function useSaveContact(): (index: number, contact: Contact) => Promise<void> {
  const queries: QueryClient = useQueryClient();
  return async (index, contact) => {
    const row = await readRow();
    const value = replaceContact(readContacts(row.setting_value), index, contact);
    await api.post('/tapi/v1/update/settings?my=yes', { id: row.id, data: { setting_value: value } });
    queries.setQueryData<Setting>(KEY, { ...row, setting_value: value });
  };
}
