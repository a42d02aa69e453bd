import { SETTING_LIMITS, type Contact } from '@callpoint/contract/setting-values';
import { TEXTS } from '@callpoint/contract/texts';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../net/call-error.ts';
import { confirm } from '../../overlay/confirm.ts';
import { alerts } from '../../states/alerts.ts';
import { withName } from '../../display/with-name.tsx';
import { contactTexts } from '../../texts/safety-contacts.ts';
import { EMPTY_CONTACT, isEmptyContact, withMovedContact, withoutContact } from './contact-list.ts';
import { dangerIcon } from './danger-icon.tsx';
import type { ContactsRow, ContactsStore } from './contacts-store.ts';
import { useSaveContacts } from './safety-contacts.api.ts';
import { contactFieldKey } from './contact-field-key.ts';

export type ContactOrder = ReturnType<typeof useContactOrder>;

/** The element that adds a person. */
export const ADD_CONTACT_ID = 'add-contact';

type OrderPart = 'up' | 'down' | 'remove';

export function orderButtonId(index: number, part: OrderPart): string {
  return `contact-${index}-${part}`;
}

/** The rows to show: the stored ones, and new ones that are not saved yet. */
export function useContactRows(contacts: readonly Contact[]) {
  const [wanted, setWanted] = useState(0);
  const rows = [...contacts];
  while (rows.length < Math.min(wanted, SETTING_LIMITS.contacts)) rows.push(EMPTY_CONTACT);
  return { rows, setWanted };
}

interface OrderInput {
  store: ContactsStore;
  row: ContactsRow;
  contacts: readonly Contact[];
  rows: readonly Contact[];
  setWanted: (rows: number) => void;
  hasChanges: boolean;
  /** Discards what was typed for a person. */
  reset: (index: number) => void;
}

/** Adds, removes and moves people. A new person is stored with the row's own Save; the others save immediately. */
export function useContactOrder({ store, row, contacts, rows, setWanted, hasChanges, reset }: OrderInput) {
  const saveContacts = useSaveContacts(store);
  const [saving, setSaving] = useState(false);
  /** Why the last change failed, and the person whom it was about. */
  const [failure, setFailure] = useState<{ index: number; error: unknown } | null>(null);
  /** Ids of elements; the first one that can be focused gets the focus after the next render. */
  const next = useRef<readonly string[]>([]);

  useEffect(() => {
    if (saving || next.current.length === 0) return;
    const elements = next.current.map((id) => document.getElementById(id));
    next.current = [];
    elements.find((element) => element && !element.matches(':disabled'))?.focus();
  });

  /** Saves the list. The focus moves to one of `focus`, or stays on `pressed` if the change of that person failed. */
  async function save(
    value: string,
    focus: readonly string[],
    pressed: { index: number; part: OrderPart },
  ): Promise<void> {
    if (saving) return;
    setSaving(true);
    setFailure(null);
    try {
      const result = await saveContacts(row.value, value);
      if ('theirs' in result) throw new CallError('rejected', 409, [{ msg: contactTexts.changedMeanwhile }]);
      alerts.success(TEXTS.contactUpdated);
      next.current = focus;
    } catch (error) {
      setFailure({ index: pressed.index, error });
      next.current = [orderButtonId(pressed.index, pressed.part), ...focus];
    }
    setSaving(false);
  }

  function add() {
    const index = rows.length;
    setWanted(index + 1);
    next.current = [contactFieldKey(index, 'name')];
  }

  async function remove(index: number) {
    const afterwards = [orderButtonId(index, 'remove'), orderButtonId(index - 1, 'remove'), ADD_CONTACT_ID];
    if (index >= contacts.length) {
      reset(index);
      setWanted(rows.length - 1);
      next.current = afterwards;
      return;
    }
    const contact = contacts[index] ?? EMPTY_CONTACT;
    const name = contact.name || contactTexts.person(index + 1);
    const isSure =
      isEmptyContact(contact) ||
      (await confirm({
        title: withName(contactTexts.removeQuestion, name),
        children: contactTexts.removeDescription,
        verb: contactTexts.removeVerb,
        dangerIcon: dangerIcon(),
      }));
    if (!isSure) return;
    setWanted(0);
    await save(withoutContact(contacts, index), afterwards, { index, part: 'remove' });
  }

  const move = (by: -1 | 1) => (index: number) =>
    save(
      withMovedContact(contacts, index, index + by),
      [
        orderButtonId(index + by, by === 1 ? 'down' : 'up'),
        orderButtonId(index + by, by === 1 ? 'up' : 'down'),
      ],
      { index, part: by === 1 ? 'down' : 'up' },
    );

  return {
    add,
    remove,
    failureOf: (index: number) => (failure?.index === index ? failure : null),
    up: move(-1),
    down: move(1),
    canAdd: rows.length < SETTING_LIMITS.contacts,
    /** A new row can be removed at any time: nothing else moves. */
    canRemove: (index: number) =>
      !saving && (index >= contacts.length ? index === rows.length - 1 : !hasChanges),
    canMove: (index: number, by: -1 | 1) =>
      !saving && !hasChanges && index < contacts.length && index + by >= 0 && index + by < contacts.length,
  };
}
