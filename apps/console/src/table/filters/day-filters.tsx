import type { ReactNode } from 'react';
import { chosenTimeText } from '../../display/timestamp-text.ts';
import { tableTexts, type MatchedRows } from '../../texts/table.ts';
import { DayFilter, Period } from './list-filters.tsx';
import { NoMatch } from './no-match.tsx';

interface Days {
  from?: string;
  to?: string;
}

interface DayFiltersProps<Filters extends Days> {
  filters: Filters;
  onFilters: (filters: Filters) => void;
}

/** The first and last day, both included. */
export function DayFilters<Filters extends Days>({ filters, onFilters }: DayFiltersProps<Filters>) {
  return (
    <Period>
      <DayFilter
        label={tableTexts.from}
        value={filters.from ?? ''}
        onChange={(from) => onFilters({ ...filters, from })}
      />
      <DayFilter
        label={tableTexts.until}
        value={filters.to ?? ''}
        onChange={(to) => onFilters({ ...filters, to })}
      />
    </Period>
  );
}

interface NoDayMatchesProps {
  filters: Days;
  onFilters: (filters: Record<string, never>) => void;
  /** The other filters, as text. */
  others?: readonly string[];
  rows?: MatchedRows;
  action?: ReactNode;
}

/** Shown instead of rows if none match the filters. */
export function NoDayMatches({
  filters: { from, to },
  onFilters,
  others = [],
  rows,
  action,
}: NoDayMatchesProps) {
  const isReversed = Boolean(from && to && from > to);
  const filterTexts = [...others, ...(from || to ? [periodText(from, to)] : [])];
  return (
    <NoMatch
      title={tableTexts.noMatch}
      clear={tableTexts.clear}
      onClear={() => onFilters({})}
      action={action}
    >
      {isReversed
        ? tableTexts.reversed(chosenTimeText(from ?? ''), chosenTimeText(to ?? ''))
        : tableTexts.noMatchFor(filterTexts, rows)}
    </NoMatch>
  );
}

/** The chosen days, both included. */
function periodText(from = '', to = ''): string {
  if (from === to) return tableTexts.onDay(chosenTimeText(from));
  if (!to) return tableTexts.since(chosenTimeText(from));
  if (!from) return tableTexts.upTo(chosenTimeText(to));
  return tableTexts.between(chosenTimeText(from), chosenTimeText(to));
}

export function isFiltered(filters: object): boolean {
  return Object.values(filters).some(Boolean);
}
