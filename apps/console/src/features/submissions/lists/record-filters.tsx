import { MESSAGE_STATUSES } from '@callpoint/contract/message-statuses';
import { DayFilters } from '../../../table/filters/day-filters.tsx';
import { ChoiceFilter, SearchFilter } from '../../../table/filters/list-filters.tsx';
import { PeriodFilter } from '../../../table/filters/period-filter.tsx';
import { submissionTexts } from '../../../texts/submissions.ts';
import { tableTexts } from '../../../texts/table.ts';

export interface RecordFilterValues {
  from?: string;
  to?: string;
  search?: string;
  messages?: string;
}

const STATUSES = MESSAGE_STATUSES.map((value) => ({
  value,
  label: submissionTexts.messageFilters[value],
}));

interface RecordFiltersProps<Filters extends RecordFilterValues> {
  filters: Filters;
  onFilters: (filters: Filters) => void;
}

/** Filters of lists of records: text, period, days and delivery status. */
export function RecordFilters<Filters extends RecordFilterValues>({
  filters,
  onFilters,
}: RecordFiltersProps<Filters>) {
  return (
    <>
      <SearchFilter
        label={tableTexts.search}
        hint={submissionTexts.searchHint}
        value={filters.search ?? ''}
        onChange={(search) => onFilters({ ...filters, search })}
      />
      <PeriodFilter filters={filters} onFilters={onFilters} />
      <DayFilters filters={filters} onFilters={onFilters} />
      <ChoiceFilter
        label={submissionTexts.messages}
        all={submissionTexts.anyMessages}
        choices={STATUSES}
        value={filters.messages ?? ''}
        onChange={(messages) => onFilters({ ...filters, messages })}
      />
    </>
  );
}

/** The filters other than days, as text for a list without matches. */
export function recordFilterTexts({ search, messages }: RecordFilterValues): string[] {
  const status = STATUSES.find(({ value }) => value === messages);
  return [
    ...(search ? [tableTexts.with(search)] : []),
    ...(status ? [submissionTexts.withMessages(status.label)] : []),
  ];
}
