import type { Item } from '@callpoint/contract/catalogue';
import type { ConsoleRole } from '@callpoint/contract/permissions';
import type { CountedList } from '../../../features/overview/new-items/new-items-store.ts';
import { useLocation } from '../../../links/location.ts';
import { lazyPart } from '../../../states/lazy-part.tsx';
import { findEntry } from '../../menus.ts';

// Not needed by the first view: their code and their calls follow the page's own.
const RecordCounter = lazyPart(
  async () => (await import('../../../features/submissions/counts/record-counter.tsx')).RecordCounter,
);
const NewItemsCounter = lazyPart(
  async () => (await import('../../../features/overview/new-items/new-items-counter.tsx')).NewItemsCounter,
);

/** Counts a team's new records, or an administrator's new subscribers and messages, for the side menu. */
export function MenuCounts({ role, accountId }: { role: ConsoleRole; accountId: number }) {
  const { pathname } = useLocation();
  return role === 'team' ? (
    <RecordCounter teamId={accountId} shown={findShownItem(pathname)} />
  ) : (
    <NewItemsCounter adminId={accountId} shown={findShownList(pathname)} />
  );
}

/** The list of records that the page shows, or whose record it shows. */
function findShownItem(pathname: string): Item | null {
  const entry = findEntry('team', pathname)?.entry;
  return entry?.item && /^\/(button|form)_data\//.test(entry.to) ? entry.item : null;
}

/** The list itself: a page about one of its rows does not show the new ones. */
function findShownList(pathname: string): CountedList | null {
  if (/^\/subscribers\/?$/i.test(pathname)) return 'subscribers';
  return /^\/deliveries\/?$/i.test(pathname) ? 'messages' : null;
}
