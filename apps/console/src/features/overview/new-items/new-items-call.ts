import { accountStorage } from '../../../session/account-storage.ts';
import type { CountedList } from './new-items-store.ts';

/** When this browser last showed each list, by the server's clock. */
export type SeenTimes = Readonly<Partial<Record<CountedList, string>>>;

/** By administrator. */
export const seenTimes = accountStorage<SeenTimes>('seenItems');

/** What is new since this browser showed the lists. It is also read before the page's code is loaded. */
export function getNewItemsCall(storage: Pick<Storage, 'getItem'>, adminId: number) {
  const { subscribers, messages } = seenTimes.read(storage, adminId) ?? {};
  return {
    path: '/api/v1/newItems',
    query: {
      ...(subscribers && { subscribers_since: subscribers }),
      ...(messages && { messages_since: messages }),
    },
  } as const;
}
