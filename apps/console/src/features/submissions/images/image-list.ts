/**
 * The addresses in a form's JSON list of images. Only http(s) addresses and paths of this site count:
 * phone input must not become a link that runs code. Unreadable entries are skipped.
 */
export function imageAddresses(otherData: string): string[] {
  let list: unknown;
  try {
    list = JSON.parse(otherData);
  } catch {
    return [];
  }
  if (!Array.isArray(list)) return [];
  return list.filter((item): item is string => typeof item === 'string' && isSafe(item));
}

function isSafe(address: string): boolean {
  const url = URL.parse(address, 'https://callpoint.invalid');
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}
