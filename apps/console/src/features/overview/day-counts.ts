import { BUTTON_IDS, FORM_IDS, itemLabel, type Item } from '@callpoint/contract/catalogue';
import type { DayCounts } from '@callpoint/contract/overview';
import { dateFormat } from '../../texts/formats.ts';

/** The buttons and forms, in the order of the menus. */
export const CHART_ITEMS: readonly Item[] = [
  ...BUTTON_IDS.map((id): Item => ({ kind: 'button', id })),
  ...FORM_IDS.map((id): Item => ({ kind: 'form', id })),
];

/** One day, with the number of submissions per item; items without any are omitted. */
export type DayTotals = { day: string; total: number; parts: { item: Item; label: string; total: number }[] };

export function dayTotals({ day, counts }: DayCounts): DayTotals {
  const parts = CHART_ITEMS.flatMap((item) => {
    const total = counts.find(({ kind, item_id }) => kind === item.kind && item_id === item.id)?.total ?? 0;
    return total > 0 ? [{ item, label: itemLabel(item), total }] : [];
  });
  return { day, total: parts.reduce((sum, part) => sum + part.total, 0), parts };
}

const shortDay = dateFormat({ day: 'numeric', month: 'short' });
const longDay = dateFormat({ weekday: 'short', day: 'numeric', month: 'short' });

/** `21 Nov`, or `Sat 21 Nov` if there is room. `day` like 2026-11-21. */
export function dayText(day: string, length: 'short' | 'long'): string {
  return (length === 'short' ? shortDay : longDay)('UTC')
    .format(new Date(`${day}T00:00:00Z`))
    .replace(',', '');
}
