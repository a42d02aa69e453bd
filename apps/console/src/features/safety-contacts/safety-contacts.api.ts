import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CONTACT_PERSON, type Contact, type Setting } from '@callpoint/contract/settings';
import type { ListAnswer, UpdatedAnswer } from '../../lib/answers.ts';
import { api } from '../../lib/api.ts';
import { CallError } from '../../lib/call-error.ts';
import { saveOver, type SavedOver } from '../../lib/save-over.ts';
import { contactTexts } from '../../lib/texts/safety-contacts.ts';
import { contactAt, isSameContact, readContacts, replaceContact } from './contact-list.ts';

const KEY = ['safety-contacts'];

async function readRow(signal?: AbortSignal): Promise<Setting> {
  const query = { filter_setting_key: CONTACT_PERSON, my: 'yes', page: 1, per_page: 100 };
  const { items } = await api.get<ListAnswer<Setting>>('/tapi/v1/listPaged/settings', { query, signal });
  const [row] = items;
  if (!row) throw new CallError('refused', 404, [{ msg: contactTexts.noList }]);
  return row;
}

/** The people that app users can call, in their order, and when the list was changed last. */
export function useContacts() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => readRow(signal),
    select: (row) => ({ contacts: readContacts(row.setting_value), changedAt: row.updated_at }),
  });
}

/**
 * Replaces the contact at `index` (from 0), unless somebody else has changed it since the person was shown `known`.
 * Rows that others changed meanwhile stay theirs.
 */
export function useSaveContact() {
  const queries = useQueryClient();
  return async (index: number, known: Contact, next: Contact): Promise<SavedOver<Setting>> => {
    const result = await saveOver<Setting>({
      row: queries.getQueryData<Setting>(KEY) ?? (await readRow()),
      isAsKnown: (row) => isSameContact(contactAt(row.setting_value, index), known),
      isWanted: (row) => isSameContact(contactAt(row.setting_value, index), next),
      save: async (row) => {
        const value = replaceContact(readContacts(row.setting_value), index, next);
        const { id, updated_at } = row;
        const body = { id, updated_at, data: { setting_value: value } };
        const { data } = await api.post<UpdatedAnswer>('/tapi/v1/update/settings?my=yes', body);
        return { ...row, setting_value: value, updated_at: data.updated_at };
      },
      readAgain: () => readRow(),
    });
    queries.setQueryData<Setting>(KEY, 'saved' in result ? result.saved : result.theirs);
    return result;
  };
}
