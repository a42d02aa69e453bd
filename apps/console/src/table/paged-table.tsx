import { Button, NativeSelect } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FailedRead } from '../states/failed-read.tsx';
import { StateBlock } from '../states/state-block.tsx';
import { tableTexts } from '../texts/table.ts';
import type { PagedRows } from '../list/use-paged-list.ts';
import { Cards } from './cards.tsx';
import { parseSortValue, sortChoices, formatSortValue } from './list-change.ts';
import { Pager } from './pager.tsx';
import { TableRows } from './rows.tsx';
import classes from './table.module.css';
import type { ChangeView, ListView, TableShape } from './table-types.ts';
import { useIsNarrow } from './use-narrow.ts';

/** Below this many CSS pixels of width, rows become cards. */
const CARDS_BELOW = 700;
const MAX_SKELETONS = 8;

interface PagedTableProps<Row> {
  shape: TableShape<Row>;
  view: ListView;
  onView: ChangeView;
  list: PagedRows<Row>;
  /** The message if the rows could not be read, e.g. `The users could not be read.` */
  failed: string;
  /** What would be here, and the action that adds it. */
  empty: ReactNode;
  cardsBelow?: number | undefined;
}

/** A list that the server pages and sorts. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { shape, view, onView, list } = props;
  const { rows, pageCount = 0, loading, error } = list;
  const [ref, narrow] = useIsNarrow(props.cardsBelow ?? CARDS_BELOW);
  const waiting = rows === undefined && !error;
  const skeletons = waiting ? Math.min(view.perPage, MAX_SKELETONS) : 0;
  const isEmpty = rows?.length === 0;
  const body = { shape, rows: rows ?? [], skeletons };
  return (
    <div ref={ref} className={classes['root']} aria-busy={loading}>
      <output className={classes['hidden']}>{waiting ? tableTexts.loading : ''}</output>
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
      {narrow && rows && !isEmpty && (
        <div className={classes['above']}>
          <SortSelect shape={shape} view={view} onView={onView} />
        </div>
      )}
      {loading && !waiting && <div className={classes['bar']} />}
      {isEmpty && instead(props)}
      {!isEmpty && (rows || waiting) && narrow && <Cards {...body} />}
      {!isEmpty && (rows || waiting) && !narrow && (
        <div className={classes['frame']}>
          <TableRows {...body} view={view} onView={onView} />
        </div>
      )}
      {!isEmpty && rows && <Pager view={view} pageCount={pageCount} narrow={narrow} onView={onView} />}
    </div>
  );
}

function instead<Row>({ view, list, onView, empty }: PagedTableProps<Row>): ReactNode {
  const pageCount = list.pageCount ?? 0;
  if (pageCount === 0) return empty;
  return (
    <StateBlock
      icon={<IconMapOff size={22} stroke={1.75} />}
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
      label={tableTexts.sortBy}
      className={classes['sortBy'] ?? ''}
      value={formatSortValue(view)}
      data={sortChoices(shape.columns)}
      onChange={(event) => onView(parseSortValue(event.currentTarget.value))}
    />
  );
}
