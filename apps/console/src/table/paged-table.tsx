import { Button, NativeSelect } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FailedRead } from '../states/failed-read.tsx';
import { lazyPart } from '../states/lazy-part.tsx';
import { StateBlock } from '../states/state-block.tsx';
import { tableTexts } from '../texts/table.ts';
import type { PagedRows } from '../list/use-paged-list.ts';
import { useStore } from '../store/use-store.ts';
import type { BulkBarProps } from './selection/bulk-bar.tsx';
import { Cards } from './cards.tsx';
import { density } from './density.ts';
import { parseSortValue, sortChoices, formatSortValue } from './list-change.ts';
import { Pager } from './pager/pager.tsx';
import { useDrawnRows } from './drawn-rows.ts';
import { neededWidth } from './column-widths.ts';
import { TableRows } from './rows.tsx';
import classes from './table.module.css';
import { useSelection } from './selection/use-selection.ts';
import type { ChangeView, ListView, TableShape } from './table-types.ts';
import { Zone } from './sort-header.tsx';
import { useRoom } from './use-narrow.ts';

/** Needed only after someone selects a row. */
const BulkBar = lazyPart<BulkBarProps>(async () => (await import('./selection/bulk-bar.tsx')).BulkBar);

/** Below this many CSS pixels of width, rows become cards. */
const CARDS_BELOW = 700;
const MAX_SKELETONS = 8;

interface PagedTableProps<Row> {
  shape: TableShape<Row>;
  view: ListView;
  onView: ChangeView;
  list: PagedRows<Row>;
  /** The message if the rows could not be read, e.g. `The users could not be loaded.` */
  failed: string;
  /** What would be here, and the action that adds it. */
  empty: ReactNode;
  /** By default 700 pixels, or more if the columns need more. */
  cardsBelow?: number;
  /** Replaces the page numbers, for a list whose pages have none. */
  pager?: ReactNode;
}

/** A list that the server pages and sorts. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { shape, view, onView, list } = props;
  const { rows, pageCount = 0, loading, error } = list;
  const { fewerColumns = shape.columns } = shape;
  const [ref, room] = useRoom(
    props.cardsBelow ?? Math.max(CARDS_BELOW, neededWidth(shape, fewerColumns)),
    neededWidth(shape),
  );
  const narrow = room === 0;
  const rowHeight = useStore(density);
  const { selection, failures: bulkFailures, onSelect, onClear, onDone } = useSelection(shape.rowKey);
  const waiting = rows === undefined && !error;
  const skeletons = waiting ? Math.min(view.perPage, MAX_SKELETONS) : 0;
  const isEmpty = rows?.length === 0;
  const { failure } = shape;
  const failures = failure ? new Map([...bulkFailures, [failure.row, failure.text] as const]) : bulkFailures;
  const isFull = rowHeight === 'full';
  const drawn = useDrawnRows(rows ?? []);
  const body = { shape, rows: drawn, skeletons, isFull, view, onView, selection, failures, onSelect };
  return (
    <div ref={ref} className={classes['root']} aria-busy={loading} data-density={rowHeight}>
      <output className="visually-hidden">{waiting ? tableTexts.loading : ''}</output>
      {Boolean(error) && (
        <div className={classes['above']}>
          <FailedRead
            error={error}
            onRetry={() => void list.readAgain()}
            retrying={loading}
            what={props.failed}
            stale={rows !== undefined}
          />
        </div>
      )}
      {/* Before the rows, too: nothing moves when they arrive. */}
      {narrow && (rows || waiting) && !isEmpty && sortChoices(shape.columns).length > 0 && (
        <div className={classes['above']} data-unprinted>
          <SortSelect shape={shape} view={view} onView={onView} />
          {shape.columns.some(({ isTime }) => isTime) && (
            <small>
              {tableTexts.timesIn}
              <Zone />
            </small>
          )}
        </div>
      )}
      {loading && !waiting && <div className={classes['bar']} />}
      {shape.bulk && selection.size > 0 && (
        <BulkBar
          rows={[...selection.values()]}
          actions={shape.bulk as BulkBarProps['actions']}
          onDone={onDone}
          onClear={onClear}
        />
      )}
      {isEmpty && instead(props)}
      {!isEmpty && (rows || waiting) && narrow && <Cards {...body} />}
      {!isEmpty && (rows || waiting) && !narrow && (
        <div className={classes['frame']}>
          <TableRows {...body} shape={room === 1 ? { ...shape, columns: fewerColumns } : shape} />
        </div>
      )}
      {/* The room of the rows that are drawn next: nothing below moves. */}
      <div style={{ height: `calc(var(--row) * ${(rows?.length ?? 0) - drawn.length})` }} />
      {list.searched !== undefined && (
        <p className={classes['searched']}>{tableTexts.searched(list.searched)}</p>
      )}
      {!isEmpty &&
        rows === drawn &&
        (props.pager ?? (
          <Pager
            view={view}
            pageCount={pageCount}
            total={list.total}
            searched={list.searched}
            narrow={narrow}
            onView={onView}
          />
        ))}
    </div>
  );
}

function instead<Row>({ view, list, onView, empty }: PagedTableProps<Row>): ReactNode {
  const pageCount = list.pageCount ?? 0;
  if (pageCount === 0) return empty;
  return (
    <StateBlock
      icon={<IconMapOff size={22} />}
      title={tableTexts.pastTheEnd(view.page)}
      action={<Button onClick={() => onView({ page: pageCount })}>{tableTexts.toLastPage}</Button>}
    >
      {tableTexts.pageCount(pageCount)}
    </StateBlock>
  );
}

function SortSelect<Row>({ shape, view, onView }: Pick<PagedTableProps<Row>, 'shape' | 'view' | 'onView'>) {
  return (
    <NativeSelect
      aria-label={tableTexts.sortBy}
      className={classes['sortBy'] ?? ''}
      value={formatSortValue(view)}
      data={sortChoices(shape.columns)}
      onChange={(event) => onView(parseSortValue(event.currentTarget.value))}
    />
  );
}
