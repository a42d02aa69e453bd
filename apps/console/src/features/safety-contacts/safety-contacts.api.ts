import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Contact } from '@callpoint/contract/setting-values';
import { findStored, saveOptimistically, type SaveResult } from '../../net/optimistic-save.ts';
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

/** What is saved: `next` over `known`, which the person saw, or over one of `sent`, which the person sent before. */
interface ContactChange {
  known: Contact;
  sent: readonly Contact[];
  next: Contact;
}

/**
 * Replaces the contact at `index` (from 0), unless someone else has changed it since the person saw it.
 * Rows that others changed meanwhile keep their changes.
 */
export function useSaveContact(store: ContactsStore) {
  const queries = useQueryClient();
  const key = [store.name];
  return async (index: number, { known, sent, next }: ContactChange): Promise<SaveResult<ContactsRow>> => {
    const save = async (row: ContactsRow, contact: Contact) => {
      const value = replaceContact(readContacts(row.value), index, contact);
      return { ...row, value, ...(await store.write(row, value)) };
    };
    const result = await saveOptimistically<ContactsRow>({
      row: queries.getQueryData<ContactsRow>(key) ?? (await store.read()),
      isUnchanged: (row) => [known, ...sent].some((one) => isSameContact(contactAt(row.value, index), one)),
      isOwn: async (row) => (await findStored(row, sent, save)) !== null,
      isAlreadySaved: (row) => isSameContact(contactAt(row.value, index), next),
      save: (row) => save(row, next),
      readAgain: () => store.read(),
    });
    queries.setQueryData<ContactsRow>(key, 'saved' in result ? result.saved : result.theirs);
    // The server stores numbers with their country.
    void queries.invalidateQueries({ queryKey: key });
    return result;
  };
}
