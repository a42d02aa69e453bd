import { contact as contactSchema, type Contact } from '@callpoint/contract/settings';
import { TEXTS } from '@callpoint/contract/texts';
import { alerts } from '../../feedback/alerts.ts';
import { useFieldEdits } from '../../form/use-field-edits.ts';
import { problemsWith } from '../../form/validate.ts';
import { messagesOf } from '../../lib/call-error.ts';
import { contactTexts } from '../../lib/texts/safety-contacts.ts';
import { cleanContact } from './contact-list.ts';
import { useSaveContact } from './safety-contacts.api.ts';

export const PARTS = ['name', 'email', 'phone'] as const;
export type Part = (typeof PARTS)[number];

export type ContactsEditor = ReturnType<typeof useContactsEditor>;

/** The id of a field, and its key among the edits; `index` from 0. */
export function partKey(index: number, part: Part): string {
  return `contact-${index}-${part}`;
}

/** What is typed on the contacts screen; each contact is saved by itself. */
export function useContactsEditor(contacts: readonly Contact[]) {
  const saved = contacts.flatMap((contact, index) =>
    PARTS.map((part): [string, string] => [partKey(index, part), contact[part]]),
  );
  const edits = useFieldEdits('safety-contacts', Object.fromEntries(saved));
  const saveContact = useSaveContact();

  /** Saves one contact; gives the field that is to be mended first, if any. */
  async function save(index: number): Promise<string | undefined> {
    const keys = PARTS.map((part) => partKey(index, part));
    const typed = Object.fromEntries(keys.map((key) => [key, edits.valueOf(key)]));
    const read = (part: Part) => edits.valueOf(partKey(index, part));
    const next = cleanContact({ name: read('name'), phone: read('phone'), email: read('email') });
    const found = PARTS.flatMap((part): [string, string[]][] => {
      const problems = problemsWith(contactSchema.shape[part], next[part], contactTexts.parts[part]);
      return problems.length > 0 ? [[partKey(index, part), problems]] : [];
    });
    edits.setProblems(keys, Object.fromEntries(found));
    if (found.length > 0) return found[0]?.[0];
    try {
      await saveContact(index, next);
      edits.setSaved(typed);
      alerts.success(TEXTS.contactUpdated);
    } catch (error) {
      alerts.error(messagesOf(error));
    }
    return undefined;
  }

  const { changed, valueOf, problemsOf, type } = edits;
  const isChanged = (index: number) => PARTS.some((part) => changed.includes(partKey(index, part)));
  return { hasChanges: changed.length > 0, isChanged, valueOf, problemsOf, type, save };
}
