import { useState } from 'react';
import { contact as contactSchema, type Contact } from '@callpoint/contract/settings';
import { TEXTS } from '@callpoint/contract/texts';
import { alerts } from '../../feedback/alerts.ts';
import {
  changedKeys,
  NO_EDITS,
  withoutEdits,
  withProblems,
  withTyped,
  type Edits,
} from '../../form/field-edits.ts';
import { problemsWith } from '../../form/validate.ts';
import { messagesOf } from '../../lib/call-error.ts';
import { useDraft } from '../../lib/drafts.ts';
import { cleanContact } from './contact-list.ts';
import { useSaveContact } from './safety-contacts.api.ts';

export const PARTS = ['name', 'email', 'phone'] as const;
export type Part = (typeof PARTS)[number];
export const PART_LABELS: Readonly<Record<Part, string>> = { name: 'Name', email: 'Email', phone: 'Phone' };

export type ContactsEditor = ReturnType<typeof useContactsEditor>;

/** The id of a field, and its key among the edits. */
export function partKey(index: number, part: Part): string {
  return `contact-${index}-${part}`;
}

function keysOf(index: number): string[] {
  return PARTS.map((part) => partKey(index, part));
}

/** What is typed on the contacts screen; each contact is saved by itself. */
export function useContactsEditor(contacts: readonly Contact[]) {
  const draft: Edits | undefined = useDraft('safety-contacts', (): Edits | undefined =>
    hasChanges ? edits : undefined,
  );
  const [edits, setEdits] = useState<Edits>(draft ?? NO_EDITS);
  const saveContact = useSaveContact();
  const saved = Object.fromEntries(
    contacts.flatMap((contact, index) => PARTS.map((part) => [partKey(index, part), contact[part]])),
  );
  const valueOf = (key: string) => edits.typed[key] ?? saved[key] ?? '';
  const isChanged = (index: number) => changedKeys(keysOf(index), saved, edits).length > 0;
  const hasChanges = contacts.some((_, index) => isChanged(index));

  return {
    hasChanges,
    valueOf,
    isChanged,
    problemsOf: (key: string) => edits.problems[key] ?? [],
    type: (key: string, value: string) => setEdits((now) => withTyped(now, key, value)),

    /** Saves one contact; gives the field that is to be mended first, if any. */
    async save(index: number): Promise<string | undefined> {
      const keys = keysOf(index);
      const read = (part: Part) => valueOf(partKey(index, part));
      const next = cleanContact({ name: read('name'), phone: read('phone'), email: read('email') });
      const found = PARTS.flatMap((part): [string, string[]][] => {
        const problems = problemsWith(contactSchema.shape[part], next[part], PART_LABELS[part]);
        return problems.length > 0 ? [[partKey(index, part), problems]] : [];
      });
      setEdits((now) => withProblems(now, keys, Object.fromEntries(found)));
      if (found.length > 0) return found[0]?.[0];
      try {
        await saveContact(index, next);
        setEdits((now) => withoutEdits(now, keys));
        alerts.success(TEXTS.contactUpdated);
      } catch (error) {
        alerts.error(messagesOf(error));
      }
      return undefined;
    },
  };
}
