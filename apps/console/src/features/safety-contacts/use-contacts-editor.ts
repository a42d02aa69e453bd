import { contact as contactSchema, type Contact } from '@callpoint/contract/setting-values';
import { TEXTS } from '@callpoint/contract/texts';
import { useState } from 'react';
import { alerts } from '../../states/alerts.ts';
import { useFieldEdits } from '../../form/edits/use-field-edits.ts';
import { schemaProblems } from '../../form/fields/validate.ts';
import type { SaveFailure } from '../../form/record/save-failure.tsx';
import { contactTexts } from '../../texts/safety-contacts.ts';
import { fieldTexts } from '../../texts/fields.ts';
import { contactFieldKey } from './contact-field-key.ts';
import { cleanContact, contactAt, EMPTY_CONTACT } from './contact-list.ts';
import type { ContactsRow, ContactsStore } from './contacts-store.ts';
import { useSaveContact } from './safety-contacts.api.ts';

export const CONTACT_FIELDS = ['name', 'email', 'phone'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

export type ContactsEditor = ReturnType<typeof useContactsEditor>;

/**
 * The edits on the contacts screen; each contact is saved separately.
 * @param changedAt when the list was last changed, in ISO 8601
 */
export function useContactsEditor(store: ContactsStore, contacts: readonly Contact[], changedAt: string) {
  const saved = contacts.flatMap((contact, index) =>
    CONTACT_FIELDS.map((part): [string, string] => [contactFieldKey(index, part), contact[part]]),
  );
  const edits = useFieldEdits(store.name, Object.fromEntries(saved));
  const saveContact = useSaveContact(store);
  /** Why the last save of a contact failed, by index. */
  const [failures, setFailures] = useState<Readonly<Record<number, SaveFailure | null>>>({});
  const setFailure = (index: number, failure: SaveFailure | null) =>
    setFailures((now) => ({ ...now, [index]: failure }));

  /** Saves one contact; returns the first field to fix, if any. */
  async function save(index: number): Promise<string | undefined> {
    const keys = CONTACT_FIELDS.map((part) => contactFieldKey(index, part));
    const typed = Object.fromEntries(keys.map((key) => [key, edits.valueOf(key)]));
    const next = cleanContact(contactOf(index, edits.valueOf));
    const found = CONTACT_FIELDS.flatMap((part): [string, string[]][] => {
      const problems = schemaProblems(contactSchema.shape[part], next[part], contactTexts.parts[part]);
      return problems.length > 0 ? [[contactFieldKey(index, part), problems]] : [];
    });
    edits.setProblems(keys, Object.fromEntries(found));
    if (found.length > 0) return found[0]?.[0];
    const stored = Object.fromEntries(
      CONTACT_FIELDS.map((part) => [contactFieldKey(index, part), next[part]]),
    );
    try {
      const change = { known: contactOf(index, edits.knownOf), sent: sentContacts(index), next };
      const result = await edits.send(stored, () => saveContact(index, change));
      setFailure(index, null);
      if ('theirs' in result) return showConflict(index, result.theirs);
      edits.setSaved(typed, stored);
      alerts.success(TEXTS.contactUpdated);
    } catch (error) {
      setFailure(index, { error });
    }
    return undefined;
  }

  /** What was sent for this contact and may be stored, newest first. */
  function sentContacts(index: number): Contact[] {
    const attempts = CONTACT_FIELDS.map((part) => edits.sentOf(contactFieldKey(index, part)).length);
    return Array.from({ length: Math.max(...attempts) }, (_, attempt) =>
      contactOf(index, (key) => edits.sentOf(key)[attempt] ?? edits.knownOf(key)),
    );
  }

  /** Someone else changed this contact meanwhile; returns the first field that differs. */
  function showConflict(index: number, { value, updated_at }: ContactsRow): string | undefined {
    const theirs = contactAt(value, index);
    const typed = CONTACT_FIELDS.filter((part) => edits.changed.includes(contactFieldKey(index, part)));
    const over = typed.map((part): [string, string] => [contactFieldKey(index, part), theirs[part]]);
    const [first] = over;
    edits.acknowledge(Object.fromEntries(over));
    if (first) edits.setProblems([first[0]], { [first[0]]: [fieldTexts.changed(updated_at)] });
    return first?.[0];
  }

  /** The changes of someone else to a contact while this person was typing, once they were shown. */
  function theirsOf(index: number): { contact: Contact; at: string } | null {
    const isAcknowledged = CONTACT_FIELDS.some((part) => edits.isAcknowledged(contactFieldKey(index, part)));
    return isAcknowledged ? { contact: contacts[index] ?? EMPTY_CONTACT, at: changedAt } : null;
  }

  const { changed, valueOf, problemsOf, type } = edits;
  const reset = (index: number) => edits.reset(CONTACT_FIELDS.map((part) => contactFieldKey(index, part)));
  /** True for a field with an unsaved edit. */
  const isTyped = (key: string) => changed.includes(key) && valueOf(key).trim() !== '';
  const isChanged = (index: number) =>
    CONTACT_FIELDS.some((part) => changed.includes(contactFieldKey(index, part)));
  return {
    hasChanges: changed.length > 0,
    isChanged,
    isTyped,
    theirsOf,
    valueOf,
    problemsOf,
    type,
    failureOf: (index: number) => (isChanged(index) ? (failures[index] ?? null) : null),
    reset,
    save,
  };
}

function contactOf(index: number, read: (key: string) => string): Contact {
  const part = (name: ContactField) => read(contactFieldKey(index, name));
  return { name: part('name'), phone: part('phone'), email: part('email') };
}
