import type { AuditLine } from '@callpoint/contract/audit';
import { BUTTON_LABELS, FORM_LABELS } from '@callpoint/contract/catalog';
import { timestampText } from '../../display/timestamp-text.ts';
import { auditTexts as texts } from '../../texts/audit.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { submissionTexts } from '../../texts/submissions.ts';
import { subscriberTexts } from '../../texts/subscribers.ts';
import { tableTexts } from '../../texts/table.ts';
import { inWords, labelOf } from './labels.ts';

/** The filters and the order of an export, as its audit entry stores them. */

type Labels = Readonly<Record<string, string>>;

/** The labels of values, by filter. */
const VALUES: Readonly<Record<string, Labels>> = {
  actor_role: texts.roles,
  action: texts.actions,
  outcome: texts.outcomes,
  subject: texts.subjects,
  button_id: BUTTON_LABELS,
  f_id: FORM_LABELS,
  state: deliveryTexts.states,
  channel: deliveryTexts.channels,
  messages: submissionTexts.messageFilters,
  opened: { yes: settingsTexts.yes, no: settingsTexts.no },
  plan: texts.values.plan,
  status: texts.values.status,
  reach: subscriberTexts.reaches,
};

/** Filters whose values need more than a label. `team`: the name of the subscriber with this id, if it is known. */
const SPECIAL: Readonly<Record<string, (value: string, team: string | null) => string | null>> = {
  sort: orderText,
  search: texts.quote,
  id: (ids) => ids.replaceAll(',', ', '),
  team_id: (id, team) => team && texts.numbered(team, Number(id)),
  from: (at) => timestampText(at),
  to: (at) => timestampText(at),
};

/** Each filter of an export with its value, and the order last; none for another entry. */
export function exportFilters({
  action,
  subject,
  detail,
  team,
  team_id,
}: AuditLine): { label: string; value: string }[] {
  // The file of an incident has no filters.
  if (action !== 'export' || subject === 'incident' || !detail) return [];
  // A value may contain commas; only the name of a filter starts the next one.
  const parts = detail.split(/, (?=filter(?:in)?_\w+=)/).map((part) => {
    const at = part.indexOf('=');
    return { name: part.slice(0, at).replace(/^filter(in)?_/, ''), value: part.slice(at + 1) };
  });
  const shown = parts.map(({ name, value }) => ({
    label: labelOf(texts.filterLabels, name, inWords(name)),
    value:
      SPECIAL[name]?.(value, team_id === Number(value) ? team : null) ?? labelOf(VALUES[name] ?? {}, value),
  }));
  return [...shown.slice(1), ...shown.slice(0, 1)];
}

/** `created_at desc` in words. */
function orderText(sort: string): string {
  const [column = '', order = 'asc'] = sort.split(' ');
  const isTime = column === 'at' || column.endsWith('_at') || column.endsWith('_on');
  const [up, down] = isTime
    ? [tableTexts.oldestFirst, tableTexts.newestFirst]
    : texts.numberColumns.includes(column)
      ? [tableTexts.lowestFirst, tableTexts.highestFirst]
      : [tableTexts.aToZ, tableTexts.zToA];
  const label = labelOf(texts.fields, column, inWords(column));
  return tableTexts.sorted(label, order === 'asc' ? up : down);
}
