/** Up to two initials, as people would write them; `?` without a name. */
export function getInitials(firstName: string, lastName: string): string {
  const initials = [firstName, lastName].map((name) => firstLetter(name.trim())).join('');
  return initials.toLocaleUpperCase() || '?';
}

/** A letter without the marks after it. Creating a segmenter takes a phone 50 ms, and few names need one. */
const PLAIN = /^\p{Letter}(?![\p{Mark}\u200d])/u;

function firstLetter(name: string): string {
  const [plain] = PLAIN.exec(name) ?? [];
  if (plain) return plain;
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name);
  return first?.segment ?? '';
}

/** The address of a person's initials at the service: the service's address with `name=First Last`. */
export function avatarAddress(serviceUrl: string, firstName: string, lastName: string): string {
  const url = new URL(serviceUrl);
  url.searchParams.set('name', `${firstName} ${lastName}`.trim());
  return url.href;
}
