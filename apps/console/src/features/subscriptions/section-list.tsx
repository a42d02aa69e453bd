import { useState, type ReactNode } from 'react';
import type { ListState } from '../../list/list-state.ts';
import type { PagedRows } from '../../list/use-paged-list.ts';
import { ListFilters, SearchFilter } from '../../table/filters/list-filters.tsx';
import { NoMatch } from '../../table/filters/no-match.tsx';
import { PagedTable } from '../../table/paged-table.tsx';
import type { TableShape } from '../../table/table-types.ts';
import { subscriptionTexts } from '../../texts/subscriptions.ts';
import { tableTexts } from '../../texts/table.ts';

/** Rows of a page, and the most that need no search. */
export const SECTION_ROWS = 10;
/** Below this many CSS pixels of width, rows become cards. */
const CARDS_BELOW = 560;

interface SectionListProps<Row> {
  shape: TableShape<Row>;
  state: ListState<string, 'search'>;
  onChange: (change: Partial<ListState>) => void;
  list: PagedRows<Row>;
  failed: string;
  /** What the search compares. */
  searchHint: string;
  empty: ReactNode;
}

/** A list in a section of a page. Its search is shown if the rows do not fit on one page. */
export function SectionList<Row>(props: SectionListProps<Row>) {
  const { shape, state, onChange, list, failed, searchHint, empty } = props;
  const { search = '' } = state.filters;
  const isSearched = search !== '';
  const isLong = isSearched || (list.total ?? 0) > SECTION_ROWS;
  // It stays while someone types: the few rows of a search may still be shown after it was cleared.
  const [isShown, setShown] = useState(isLong);
  if (isLong && !isShown) setShown(true);
  return (
    <>
      {isShown && (
        <ListFilters label={subscriptionTexts.searchIn(shape.name)}>
          <SearchFilter
            label={subscriptionTexts.searchIn(shape.name)}
            hint={searchHint}
            value={search}
            onChange={(text) => onChange({ filters: { search: text } })}
          />
        </ListFilters>
      )}
      <PagedTable
        shape={shape}
        view={state}
        onView={onChange}
        list={list}
        failed={failed}
        cardsBelow={CARDS_BELOW}
        empty={
          isSearched ? (
            <NoMatch
              title={tableTexts.noMatch}
              clear={tableTexts.clear}
              onClear={() => onChange({ filters: {} })}
            >
              {tableTexts.noMatchFor([tableTexts.with(search)])}
            </NoMatch>
          ) : (
            empty
          )
        }
      />
    </>
  );
}
