import type { homeCountry, toE164 } from '@callpoint/alerts/sms/phone-numbers';

/** The notation in which two recipients are compared. */
type RecipientKey = (address: string) => string;

/** The numbering plans, to compare numbers in different notations. */
export interface Plans {
  toE164: typeof toE164;
  /** Of numbers without a country code. */
  country: ReturnType<typeof homeCountry>;
}

export const emailKey: RecipientKey = (address) => address.trim().toLowerCase();

/** Numbers in E.164. Before the numbering plans are loaded, only their separators are ignored. */
export function numberKey(plans: Plans | null): RecipientKey {
  return (number) => plans?.toE164(number, plans.country) ?? number.replaceAll(/[\s().\-/]/g, '');
}

interface Addition {
  recipients: string[];
  /** The only new recipient is already in the list. */
  isDuplicate: boolean;
}

/** The recipients with new ones: without blanks, and each once. */
export function addRecipients(
  recipients: readonly string[],
  typed: readonly string[],
  keyOf: RecipientKey,
): Addition {
  const added = typed.map((part) => part.trim()).filter((part) => part !== '');
  const known = new Set(recipients.map(keyOf));
  const fresh = added.filter((part) => !known.has(keyOf(part)) && known.add(keyOf(part)));
  return { recipients: [...recipients, ...fresh], isDuplicate: added.length === 1 && fresh.length === 0 };
}
