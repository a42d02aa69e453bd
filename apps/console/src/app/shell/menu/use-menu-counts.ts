import type { ConsoleRole } from '@callpoint/contract/permissions';
import { useUrgentCount, useUrgentEmergencies } from '../../../features/alarms/urgent-count.ts';
import { useNewItems } from '../../../features/overview/new-items/new-items-store.ts';
import { countKey, useRecordCounts } from '../../../features/submissions/counts/record-counts-store.ts';
import { shellTexts } from '../../../texts/shell.ts';
import type { MenuEntry } from '../../menus.ts';
import type { MenuSectionId } from '../../screens.ts';

/** What waits behind an entry of the menu: new items, and urgent ones, with the texts of the counts. */
export type MenuCount = {
  fresh: number;
  urgent: number;
  freshText: (count: number) => string;
  urgentText: (count: number) => string;
};

const NO_RECORDS: MenuCount = {
  fresh: 0,
  urgent: 0,
  freshText: shellTexts.newRecords,
  urgentText: shellTexts.openEmergencies,
};

/** Returns the count of an entry in a section. */
export function useMenuCounts(role: ConsoleRole): (entry: MenuEntry, section: MenuSectionId) => MenuCount {
  const records = useRecordCounts();
  const { subscribers, messages } = useNewItems();
  const alarms = useUrgentCount();
  const urgent = useUrgentEmergencies();
  if (role === 'team') {
    return ({ item }, section) => ({
      ...NO_RECORDS,
      ...(section === 'records' && item && records.get(countKey(item))),
    });
  }
  return ({ to }) => {
    if (to === '/subscribers') return { ...NO_RECORDS, fresh: subscribers };
    if (to === '/deliveries')
      return { ...NO_RECORDS, fresh: messages, freshText: shellTexts.failedOrHeldMessages };
    if (to === '/records') {
      const text = shellTexts.openAlarms;
      return { fresh: alarms - urgent, urgent, freshText: text, urgentText: text };
    }
    return NO_RECORDS;
  };
}
