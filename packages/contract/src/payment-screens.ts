/**
 * The screens of the console that load the payment provider's script, as their paths below `/app`. The server allows the
 * script only on their documents, and the console loads a new document where it opens or leaves one of them.
 */
const PAYMENT_SCREENS: readonly string[] = ['purchase', 'payment-card'];

/** @param path below the console's base path; letters match in either case, as in the console's routes */
export function isPaymentScreen(path: string): boolean {
  return PAYMENT_SCREENS.includes(normalize(path));
}

function normalize(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.map(decode).join('/').toLowerCase();
}

/** A malformed escape such as `%zz` stays as it is written. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
