import { itemLabel, type Item } from '@callpoint/contract/catalogue';
import { texts } from './texts.ts';

/** What a button, a form or the list of contacts is called in the phone's language. */
export function itemName(kind: 'button' | 'form' | 'contacts', id: number | null): string {
  const translated = texts.items[`${kind}-${id}`];
  if (translated !== undefined) return translated;
  return kind === 'contacts' ? texts.menu.contacts : itemLabel({ kind, id } as Item);
}
