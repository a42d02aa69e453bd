import type { Db } from '../../db/tables.ts';
import { recordAddressResults } from '../../delivery/suppression/bounced-addresses.ts';

/** Stores the bad email addresses `<number>@gone.example` from number `from` to before `to`. */
export async function storeBadAddresses(db: Db, from: number, to: number): Promise<void> {
  const at = new Date().toISOString();
  const bounced = Array.from({ length: to - from }, (_, index) => ({
    channel: 'email' as const,
    address: `${from + index}@gone.example`,
    fault: 'mailbox-unknown' as const,
    at,
  }));
  await db.transaction().execute((tx) => recordAddressResults(tx, bounced));
}
