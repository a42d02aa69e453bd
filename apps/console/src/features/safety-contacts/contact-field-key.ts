/** The id of a field of a contact, and its key among the edits; `index` from 0. */
export function contactFieldKey(index: number, part: 'name' | 'email' | 'phone'): string {
  return `contact-${index}-${part}`;
}
