import { BUTTON_IDS, FORM_IDS, itemLabel, type Item } from '@callpoint/contract/catalog';
import type { DayCounts } from '@callpoint/contract/overview';
import { dateFormat } from '../../texts/formats.ts';

/** The button whose presses are emergencies. */
export const EMERGENCY: Item = { kind: 'button', id: 5 };

/** The buttons and forms, in the order of the menus. */
const CHART_ITEMS: readonly Item[] = [
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

/** The emergencies of a day. */
export function emergenciesOf({ parts }: DayTotals): number {
  return parts.find(({ item }) => item.kind === EMERGENCY.kind && item.id === EMERGENCY.id)?.total ?? 0;
}

const shortDay = dateFormat({ day: 'numeric', month: 'short' });
const longDay = dateFormat({ weekday: 'short', day: 'numeric', month: 'short' });

/** `Nov 21`, or `Sat, Nov 21` if there is room. `day` like 2026-11-21. */
export function dayText(day: string, length: 'short' | 'long'): string {
  return (length === 'short' ? shortDay : longDay)('UTC').format(new Date(`${day}T00:00:00Z`));
}
