import type { Item } from '@callpoint/contract/catalog';
import type { ConsoleRole } from '@callpoint/contract/permissions';
import { useUrgentEmergencies } from '../../../features/alarms/urgent-count.ts';
import type { CountedList } from '../../../features/overview/new-items/new-items-store.ts';
import { NewItemsCounter } from '../../../features/overview/new-items/new-items-counter.tsx';
import { RecordCounter } from '../../../features/submissions/counts/record-counter.tsx';
import { useLocation } from '../../../links/location.ts';
import { findEntry } from '../../menus.ts';

/** Counts a team's new records, or an administrator's new subscribers and messages, for the side menu. */
export function MenuCounts({ role, accountId }: { role: ConsoleRole; accountId: number }) {
  const { pathname } = useLocation();
  const open = useUrgentEmergencies();
  return role === 'team' ? (
    <RecordCounter teamId={accountId} shown={findShownItem(pathname)} open={open} />
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
