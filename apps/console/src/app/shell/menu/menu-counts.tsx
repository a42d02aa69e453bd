import type { Item } from '@callpoint/contract/catalogue';
import { useLocation } from '../../../links/location.ts';
import { lazyPart } from '../../../states/lazy-part.tsx';
import { findEntry } from '../../menus.ts';

/** Not needed by the first view: its code and its call follow the page's own. */
const RecordCounter = lazyPart(
  async () => (await import('../../../features/submissions/counts/record-counter.tsx')).RecordCounter,
);

/** Counts a team's new records for the side menu. */
export function MenuCounts({ teamId }: { teamId: number }) {
  return <RecordCounter teamId={teamId} shown={useShownList()} />;
}

/** The list of records that the page shows, or whose record it shows. */
function useShownList(): Item | null {
  const entry = findEntry('team', useLocation().pathname)?.entry;
  return entry?.item && /^\/(button|form)_data\//.test(entry.to) ? entry.item : null;
}
