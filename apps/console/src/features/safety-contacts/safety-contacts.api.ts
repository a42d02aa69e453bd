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
    select: (row) => ({ row, contacts: readContacts(row.value), changedAt: row.updated_at }),
  });
}

/** Saves the entire list, unless someone else has changed it since the person saw `known`. */
export function useSaveContacts(store: ContactsStore) {
  const queries = useQueryClient();
  const key = [store.name];
  return async (known: string, value: string): Promise<SaveResult<ContactsRow>> => {
    const result = await saveOptimistically<ContactsRow>({
      row: queries.getQueryData<ContactsRow>(key) ?? (await store.read()),
      isUnchanged: (row) => row.value === known,
      isAlreadySaved: (row) => row.value === value,
      save: async (row) => ({ ...row, value, ...(await store.write(row, value)) }),
      readAgain: () => store.read(),
    });
    queries.setQueryData<ContactsRow>(key, 'saved' in result ? result.saved : result.theirs);
    // The server stores numbers with their country.
    void queries.invalidateQueries({ queryKey: key });
    return result;
  };
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
    // The server stores numbers with their country.
    void queries.invalidateQueries({ queryKey: key });
    return result;
  };
}
