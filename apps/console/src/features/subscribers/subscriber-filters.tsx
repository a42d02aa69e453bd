import { PROBLEM_LEVELS } from '@callpoint/contract/reach-levels';
import type { ReactNode } from 'react';
import type { ListState } from '../../list/list-state.ts';
import { subscriberTexts } from '../../texts/subscribers.ts';
import { ChoiceFilter, ListFilters, ListTools, SearchFilter } from '../../table/filters/list-filters.tsx';
import { NoMatch } from '../../table/filters/no-match.tsx';

export const SUBSCRIBER_FILTERS = ['search', 'plan', 'status', 'reach', 'payment'] as const;
type Filters = ListState<string, (typeof SUBSCRIBER_FILTERS)[number]>['filters'];

const PLANS = Object.entries(subscriberTexts.plans).map(([value, label]) => ({ value, label }));
const STATUSES = [
  { value: '1', label: subscriberTexts.active },
  { value: '0', label: subscriberTexts.blocked },
];

const REACHES = PROBLEM_LEVELS.map((level) => ({ value: level, label: subscriberTexts.reaches[level] }));

const PAYMENTS = Object.entries(subscriberTexts.payments).map(([value, label]) => ({ value, label }));

interface SubscriberFiltersProps {
  filters: Filters;
  onFilters: (filters: Filters) => void;
}

/** The filters of the list of subscribers. */
export function SubscriberFilters({
  filters,
  onFilters,
  tools,
}: SubscriberFiltersProps & { tools: ReactNode }) {
  const set = (name: keyof Filters) => (value: string) => onFilters({ ...filters, [name]: value });
  return (
    <ListFilters label={subscriberTexts.filters}>
      <SearchFilter
        label={subscriberTexts.search}
        hint={subscriberTexts.searchHint}
        value={filters.search ?? ''}
        onChange={set('search')}
      />
      <ChoiceFilter
        label={subscriberTexts.plan}
        all={subscriberTexts.allPlans}
        choices={PLANS}
        value={filters.plan ?? ''}
        onChange={set('plan')}
      />
      <ChoiceFilter
        label={subscriberTexts.status}
        all={subscriberTexts.allStatuses}
        choices={STATUSES}
        value={filters.status ?? ''}
        onChange={set('status')}
      />
      <ChoiceFilter
        label={subscriberTexts.reach}
        all={subscriberTexts.anyReach}
        choices={REACHES}
        value={filters.reach ?? ''}
        onChange={set('reach')}
      />
      <ChoiceFilter
        label={subscriberTexts.payment}
        all={subscriberTexts.anyPayment}
        choices={PAYMENTS}
        value={filters.payment ?? ''}
        onChange={set('payment')}
      />
      <ListTools>{tools}</ListTools>
    </ListFilters>
  );
}

/** Shown instead of rows if none match the filters. */
export function NoSubscriberMatches({ filters, onFilters }: SubscriberFiltersProps) {
  const filterTexts = [
    filters.search && subscriberTexts.named(filters.search),
    filters.plan && subscriberTexts.onPlan(labelOf(PLANS, filters.plan)),
    filters.status && labelOf(STATUSES, filters.status).toLowerCase(),
    filters.reach && subscriberTexts.ofReach(labelOf(REACHES, filters.reach)),
    filters.payment && subscriberTexts.ofPayment(labelOf(PAYMENTS, filters.payment)),
  ].filter((part): part is string => Boolean(part));
  return (
    <NoMatch title={subscriberTexts.noMatch} clear={subscriberTexts.clear} onClear={() => onFilters({})}>
      {subscriberTexts.noMatchFor(filterTexts)}
    </NoMatch>
  );
}

function labelOf(choices: readonly { value: string; label: string }[], value: string): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}
