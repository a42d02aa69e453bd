import { useNow } from '../../display/use-now.ts';
import { daysOf, PERIODS, periodOf, type Period } from '../../list/days.ts';
import { tableTexts } from '../../texts/table.ts';
import classes from './list-filters.module.css';

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
  const current = periodOf(filters, now);
  const choose = (period: Period | null) =>
    onFilters({ ...filters, ...(period ? daysOf(period, now) : { from: '', to: '' }) });
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be a row of a flex layout
    <div role="group" aria-label={tableTexts.period} className={classes['periods']}>
      <button type="button" aria-pressed={isAll} onClick={() => choose(null)}>
        {tableTexts.allTime}
      </button>
      {PERIODS.map((period) => (
        <button key={period} type="button" aria-pressed={current === period} onClick={() => choose(period)}>
          {tableTexts.periods[period]}
        </button>
      ))}
    </div>
  );
}
