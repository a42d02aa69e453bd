import { itemLabel, type Item } from '@callpoint/contract/catalog';
import { texts } from './texts.ts';

/** The name of a submission's button or form: its own label if the subscriber renamed it. */
export function shownName(kind: 'button' | 'form', id: number, label: string): string {
  return label === itemLabel({ kind, id } as Item) ? itemName(kind, id) : label;
}

/** What a button, a form or the list of contacts is called in the phone's language. */
export function itemName(kind: 'button' | 'form' | 'contacts', id: number | null): string {
  const translated = texts.items[`${kind}-${id}`];
  if (translated !== undefined) return translated;
  return kind === 'contacts' ? texts.menu.contacts : itemLabel({ kind, id } as Item);
}
