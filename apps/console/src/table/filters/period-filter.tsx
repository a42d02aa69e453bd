import { useNow } from '../../display/use-now.ts';
import { daysOf, PERIODS, periodOf } from '../../list/days.ts';
import { tableTexts } from '../../texts/table.ts';
import { ChoiceButtons } from './choice-buttons.tsx';

const ALL_TIME = 'all';
const CHOICES = [
  { value: ALL_TIME, label: tableTexts.allTime },
  ...PERIODS.map((period) => ({ value: period, label: tableTexts.periods[period] })),
];

interface PeriodFilterProps<Filters extends { from?: string; to?: string }> {
  filters: Filters;
  onFilters: (filters: Filters) => void;
}

/** The periods that people ask for most, one press each. */
export function PeriodFilter<Filters extends { from?: string; to?: string }>({
  filters,
  onFilters,
}: PeriodFilterProps<Filters>) {
  const now = new Date(useNow());
  const isAll = !filters.from && !filters.to;
  const choose = (value: string) => {
    const period = PERIODS.find((one) => one === value);
    onFilters({ ...filters, ...(period ? daysOf(period, now) : { from: '', to: '' }) });
  };
  return (
    <ChoiceButtons
      label={tableTexts.period}
      choices={CHOICES}
      value={isAll ? ALL_TIME : (periodOf(filters, now) ?? '')}
      onChange={choose}
    />
  );
}
