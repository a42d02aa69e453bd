import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Contact } from '@callpoint/contract/settings';
import { saveOptimistically, type SaveResult } from '../../net/optimistic-save.ts';
import { contactAt, isSameContact, readContacts, replaceContact } from './contact-list.ts';
import type { ContactsRow, ContactsStore } from './contacts-store.ts';

/** The people whom app users can call, in their order, and when the list was last changed. */
export function useContacts(store: ContactsStore) {
  return useQuery({
    queryKey: [store.name],
    queryFn: ({ signal }) => store.read(signal),
    select: (row) => ({ contacts: readContacts(row.value), changedAt: row.updated_at }),
  });
}

/**
 * Replaces the contact at `index` (from 0), unless someone else has changed it since the person saw `known`.
 * Rows that others changed meanwhile keep their changes.
 */
export function useSaveContact(store: ContactsStore) {
  const queries = useQueryClient();
  const key = [store.name];
  return async (index: number, known: Contact, next: Contact): Promise<SaveResult<ContactsRow>> => {
    const result = await saveOptimistically<ContactsRow>({
      row: queries.getQueryData<ContactsRow>(key) ?? (await store.read()),
      isUnchanged: (row) => isSameContact(contactAt(row.value, index), known),
      isAlreadySaved: (row) => isSameContact(contactAt(row.value, index), next),
      save: async (row) => {
        const value = replaceContact(readContacts(row.value), index, next);
        return { ...row, value, ...(await store.write(row, value)) };
      },
      readAgain: () => store.read(),
    });
    queries.setQueryData<ContactsRow>(key, 'saved' in result ? result.saved : result.theirs);
    return result;
  };
}
