import { AUDIT_SUBJECTS } from '@callpoint/contract/permissions';
import type { ReactNode } from 'react';
import { tableTexts } from '../../texts/table.ts';
import { auditTexts as texts } from '../../texts/audit.ts';
import { DayFilters } from '../../table/filters/day-filters.tsx';
import {
  ChoiceFilter,
  ListFilters,
  ListTools,
  NumberFilter,
  SearchFilter,
} from '../../table/filters/list-filters.tsx';
import { SubscriberFilter } from '../../table/filters/subscriber-filter.tsx';
import type { AuditState } from './audit.api.ts';
import { subjectText } from './entry-text.ts';

type Filters = AuditState['filters'];

const choices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const ROLES = choices(texts.roles);
const SUBJECTS = AUDIT_SUBJECTS.map((value) => ({ value, label: subjectText(value) }));
const ACTIONS = choices(texts.actions);
const OUTCOMES = choices(texts.outcomes);

interface AuditFiltersProps {
  filters: Filters;
  onFilters: (filters: Filters) => void;
  /** The actions for the list. */
  tools: ReactNode;
}

/** The filters of the audit: who, what, when and whose. */
export function AuditFilters({ filters, onFilters, tools }: AuditFiltersProps) {
  const field = (name: keyof Filters) => ({
    value: filters[name] ?? '',
    onChange: (value: string) => onFilters({ ...filters, [name]: value }),
  });
  return (
    <ListFilters label={texts.filters}>
      <SearchFilter label={tableTexts.search} hint={texts.searchHint} {...field('search')} />
      <ChoiceFilter label={texts.who} all={texts.anybody} choices={ROLES} {...field('actor_role')} />
      <NumberFilter label={texts.whoNumber} {...field('actor_id')} />
      <ChoiceFilter label={texts.what} all={texts.anything} choices={SUBJECTS} {...field('subject')} />
      <ChoiceFilter label={texts.action} all={texts.anyAction} choices={ACTIONS} {...field('action')} />
      <ChoiceFilter label={texts.outcome} all={texts.anyOutcome} choices={OUTCOMES} {...field('outcome')} />
      <SubscriberFilter label={texts.account} {...field('team_id')} />
      <DayFilters filters={filters} onFilters={onFilters} />
      <ListTools>{tools}</ListTools>
    </ListFilters>
  );
}
