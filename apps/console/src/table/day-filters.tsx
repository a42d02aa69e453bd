import { tableTexts } from '../texts/table.ts';
import { DayFilter } from './list-filters.tsx';
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
    <>
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
    </>
  );
}

interface NoDayMatchesProps {
  filters: Days;
  onFilters: (filters: Record<string, never>) => void;
  /** The other filters, as text. */
  others?: readonly string[];
}

/** Shown instead of rows if none match the filters. */
export function NoDayMatches({ filters: { from, to }, onFilters, others = [] }: NoDayMatchesProps) {
  const filterTexts = [
    ...others,
    ...(from ? [tableTexts.since(from.replace('T', ' '))] : []),
    ...(to ? [tableTexts.upTo(to.replace('T', ' '))] : []),
  ];
  return (
    <NoMatch title={tableTexts.noMatch} clear={tableTexts.clear} onClear={() => onFilters({})}>
      {tableTexts.noMatchFor(filterTexts)}
    </NoMatch>
  );
}

export function isFiltered(filters: object): boolean {
  return Object.values(filters).some(Boolean);
}
