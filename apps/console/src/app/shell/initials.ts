const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Up to two initials, as people would write them; `?` for nobody. */
export function initialsOf(firstName: string, lastName: string): string {
  const initials = [firstName, lastName].map((name) => firstLetter(name.trim())).join('');
  return initials.toLocaleUpperCase() || '?';
}

function firstLetter(name: string): string {
  const [first] = segmenter.segment(name);
  return first?.segment ?? '';
}

/** The address of a person's initials at the service: its own address with `name=First Last`. */
export function avatarAddress(serviceUrl: string, firstName: string, lastName: string): string {
  const url = new URL(serviceUrl);
  url.searchParams.set('name', `${firstName} ${lastName}`.trim());
  return url.href;
}
